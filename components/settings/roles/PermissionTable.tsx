"use client";

import { Check } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { PERMISSIONS, type Permission } from "#lib/contracts/team/permission.ts";
import { ROLES, type Role } from "#lib/contracts/team/role.ts";
import { ROLE_NAMES } from "#lib/members/roleNames.ts";
import { Table } from "#components/ui/display/Table.tsx";
import { permissionLabel, permits } from "#lib/members/roles.ts";

/** What each built-in role may do. On a phone the table scrolls by itself, with the permission staying visible. */
export function PermissionTable() {
  return (
    <Table label="Permissions of the built-in roles" className="max-md:min-w-160">
      <thead>
        <tr className="h-9 text-xs text-ink-faint">
          <th
            scope="col"
            className="sticky start-0 border-b border-line bg-canvas pe-3 text-start font-medium"
          >
            Permission
          </th>
          {ROLES.map((role) => (
            <th key={role} scope="col" className="border-b border-line px-2 text-center font-medium">
              {ROLE_NAMES[role].name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PERMISSIONS.map((permission) => (
          <tr key={permission}>
            <th
              scope="row"
              className="sticky start-0 border-b border-line bg-canvas py-2 pe-3 text-start font-normal max-sm:max-w-40"
            >
              {permissionLabel(permission)}
            </th>
            {ROLES.map((role) => (
              <td key={role} className="border-b border-line px-2 py-2 text-center">
                <PermissionAnswer role={role} permission={permission} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Yes, only for one's own, or no. */
function PermissionAnswer({ role, permission }: { role: Role; permission: Permission }) {
  if (permits({ role }, permission)) {
    return (
      <>
        <Icon shape={Check} className="mx-auto size-4 text-done" />
        <span className="sr-only">Yes</span>
      </>
    );
  }
  if (permits({ role }, permission, true)) return <span className="text-[0.8125rem]">Own</span>;
  return <span className="sr-only">No</span>;
}
