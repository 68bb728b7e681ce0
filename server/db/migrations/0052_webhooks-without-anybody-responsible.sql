ALTER TABLE "webhooks" ADD COLUMN "kept_by" uuid;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "orphaned_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_kept_by_members_id_fk" FOREIGN KEY ("kept_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- As before, and of a webhook that nobody is responsible for. The version before takes such a cause away and tells nobody.
CREATE OR REPLACE TRIGGER audit_record_caused AFTER INSERT ON public.audit_records
FOR EACH ROW WHEN (
  (new.to_state is distinct from new.from_state and new.action <> 'order.found' and new.to_state in
    ('completed', 'partial', 'undelivered', 'unconfirmed', 'needs_review', 'rejected', 'not_placed', 'awaiting_approval'))
  or new.action in
    ('order.approved', 'order.declined', 'order.alarm', 'codes.release-requested', 'codes.release-granted', 'codes.release-refused',
     'codes.budget-neared', 'wallet.limit-changed', 'member.password-changed', 'member.password-reset', 'member.second-factor-added',
     'member.second-factor-removed', 'member.second-factor-reset', 'member.recovery-codes-made', 'member.identity-linked',
     'member.identity-unlinked', 'token.created', 'webhook.orphaned', 'webhook.paused')
  or (new.action = 'member.signed-in'
    and (new.details ->> 'newDevice' = 'true' or new.details ->> 'secondFactor' = 'recovery code'))
)
EXECUTE FUNCTION public.note_audited_cause();
