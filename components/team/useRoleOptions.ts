import { useRoles } from "#components/shell/roles/useRoles.ts";

/** The roles as options of a list. */
export function useRoleOptions(): { value: string; label: string }[] {
  return useRoles().map(({ id, name, purpose }) => ({
    value: id,
    label: purpose === null ? name : `${name}: ${purpose}`,
  }));
}
