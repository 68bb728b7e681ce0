ALTER TABLE "budgets" ADD COLUMN "told" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- As before, and of budgets that are almost used up. The version before takes such a cause away and tells nobody.
CREATE OR REPLACE TRIGGER audit_record_caused AFTER INSERT ON public.audit_records
FOR EACH ROW WHEN (
  (new.to_state is distinct from new.from_state and new.action <> 'order.found' and new.to_state in
    ('completed', 'partial', 'undelivered', 'unconfirmed', 'needs_review', 'rejected', 'not_placed', 'awaiting_approval'))
  or new.action in
    ('order.approved', 'order.declined', 'order.alarm', 'codes.release-requested', 'codes.release-granted', 'codes.release-refused',
     'codes.hand-out-release-requested', 'codes.hand-out-release-granted', 'codes.hand-out-release-refused',
     'codes.hand-outs-beyond-limit', 'codes.budget-neared', 'budget.neared', 'wallet.limit-changed', 'member.password-changed',
     'member.password-reset', 'member.second-factor-added', 'member.second-factor-removed', 'member.second-factor-reset',
     'member.recovery-codes-made', 'member.identity-linked', 'member.identity-unlinked', 'member.drafts-transferred',
     'token.created', 'webhook.orphaned', 'webhook.paused')
  or (new.action = 'member.signed-in'
    and (new.details ->> 'newDevice' = 'true' or new.details ->> 'secondFactor' = 'recovery code'))
)
EXECUTE FUNCTION public.note_audited_cause();
