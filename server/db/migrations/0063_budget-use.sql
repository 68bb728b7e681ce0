CREATE TABLE "budget_use" (
	"budget_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"is_due" boolean NOT NULL,
	"grain" text NOT NULL,
	"starts_on" date NOT NULL,
	"price" numeric NOT NULL,
	CONSTRAINT "budget_use_budget_id_grain_currency_starts_on_state_is_due_pk" PRIMARY KEY("budget_id","grain","currency","starts_on","state","is_due")
);
--> statement-breakpoint
CREATE TABLE "budget_use_changes" (
	"budget_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"is_due" boolean NOT NULL,
	"day" date NOT NULL,
	"price" numeric NOT NULL
);
--> statement-breakpoint
DROP INDEX "orders_budgets";
--> statement-breakpoint
-- Rows are added all the time and removed together, as in order_day_changes.
ALTER TABLE "budget_use_changes" SET (vacuum_truncate = false, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
--> statement-breakpoint
-- Adds what has changed to budget_use_changes. Nobody waits for anybody. An order that cannot be counted is not confirmed; whatever is wrong
-- later, the order itself is written, because the service may have it: the nightly recount makes the budget right again.
CREATE FUNCTION public.note_budget_use() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
begin
  if tg_op = 'INSERT' then
    insert into public.budget_use_changes (budget_id, currency, state, is_due, day, price)
    select budget_id, upper(trim(coalesce(new.currency, ''))), new.state, new.next_action_at is not null,
      (new.created_at at time zone 'UTC')::date, coalesce(new.price, 0)
    from unnest(new.budgets) as budget_id;
    return null;
  end if;
  begin
    insert into public.budget_use_changes (budget_id, currency, state, is_due, day, price)
    select budget_id, upper(trim(coalesce(old.currency, ''))), old.state, old.next_action_at is not null,
      (old.created_at at time zone 'UTC')::date, -coalesce(old.price, 0)
    from unnest(old.budgets) as budget_id;
    if tg_op = 'UPDATE' then
      insert into public.budget_use_changes (budget_id, currency, state, is_due, day, price)
      select budget_id, upper(trim(coalesce(new.currency, ''))), new.state, new.next_action_at is not null,
        (new.created_at at time zone 'UTC')::date, coalesce(new.price, 0)
      from unnest(new.budgets) as budget_id;
    end if;
  exception when others then
    null;
  end;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER budget_use_begun AFTER INSERT ON public.orders
FOR EACH ROW WHEN (new.budgets <> '{}')
EXECUTE FUNCTION public.note_budget_use();
--> statement-breakpoint
CREATE TRIGGER budget_use_ended AFTER DELETE ON public.orders
FOR EACH ROW WHEN (old.budgets <> '{}')
EXECUTE FUNCTION public.note_budget_use();
--> statement-breakpoint
CREATE TRIGGER budget_use_changed AFTER UPDATE OF budgets, currency, price, state, next_action_at, created_at ON public.orders
FOR EACH ROW WHEN (
  (old.budgets <> '{}' or new.budgets <> '{}')
  and (old.budgets, old.currency, old.price, old.state, old.next_action_at is null, old.created_at)
  is distinct from (new.budgets, new.currency, new.price, new.state, new.next_action_at is null, new.created_at)
)
EXECUTE FUNCTION public.note_budget_use();
--> statement-breakpoint
INSERT INTO public.budget_use (budget_id, grain, currency, starts_on, state, is_due, price)
SELECT budget_id, grain, upper(trim(coalesce(currency, ''))), date_trunc(grain, created_at at time zone 'UTC')::date, state,
  next_action_at is not null, sum(coalesce(price, 0))
FROM public.orders, unnest(budgets) AS budget_id, unnest(array['day', 'month']) AS grain
WHERE budgets <> '{}' GROUP BY 1, 2, 3, 4, 5, 6;
