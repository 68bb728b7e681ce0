"use client";

import { Ellipsis } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { MemberView } from "#lib/contracts/team/member.ts";
import { isServiceAddress } from "#lib/members/serviceAddress.ts";
import type { RoleView } from "#lib/contracts/team/roles.ts";
import { counted } from "#lib/text/counts.ts";
import { usePasswords, useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { Avatar } from "#components/ui/display/Avatar.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { Menu, MenuChoice, MenuGroup, MenuItem } from "#components/ui/overlays/Menu.tsx";
import { StackCell, StackRow } from "#components/ui/display/StackTable.tsx";
import { EmailAddress } from "./EmailAddress.tsx";
import type { PlannedChange } from "./ConfirmChange.tsx";

/** The columns from `md` on: member, role, second factor, status, last active, actions. */
export const MEMBER_COLUMNS =
  "md:grid-cols-[minmax(0,1fr)_6rem_6rem_4.5rem_8.5rem_2rem] xl:grid-cols-[minmax(0,1fr)_7rem_8rem_5.5rem_11rem_2.5rem]";

export function MemberRow({
  member,
  roles,
  onPlan,
  onSessions,
  onTransfer,
}: {
  member: MemberView;
  roles: readonly RoleView[];
  onPlan: (change: PlannedChange) => void;
  onSessions: (member: MemberView) => void;
  onTransfer: (member: MemberView) => void;
}) {
  const self = useViewer().id === member.id;
  const passwords = usePasswords();
  const disabled = member.disabledAt !== null;
  const isService = isServiceAddress(member.email);
  return (
    <StackRow
      id={`member-${member.id}`}
      columns={MEMBER_COLUMNS}
      className="scroll-mt-28 target:bg-accent-soft"
    >
      <StackCell className="max-md:pe-10">
        <span className="flex items-center gap-2.5">
          <Avatar name={member.name} className="size-8 text-xs" />
          <span className="min-w-0">
            <span className={disabled ? "text-ink-faint" : "font-medium"}>
              <bdi translate="no">{member.name}</bdi>
              {self ? <span className="font-normal text-ink-faint"> (you)</span> : null}
            </span>
            <span className="block text-[0.8125rem] wrap-anywhere text-ink-faint">
              {isService ? "A service, with an access token" : <EmailAddress address={member.email} />}
            </span>
          </span>
        </span>
      </StackCell>
      <StackCell label="Role">{member.roleName}</StackCell>
      <StackCell label="Second factor">{isService ? null : <Factors {...member.factors} />}</StackCell>
      <StackCell label="Status">
        {disabled ? <Badge tone="refused">Disabled</Badge> : <Badge tone="done">Active</Badge>}
      </StackCell>
      <StackCell label="Last active" numeric>
        {member.lastSeenAt === null ? (
          <span className="text-ink-faint">Never</span>
        ) : (
          <RecentTime at={member.lastSeenAt} />
        )}
      </StackCell>
      <StackCell className="max-md:absolute max-md:end-0 max-md:top-2">
        <div className="flex justify-end">
          <Menu
            align="end"
            label={`Actions for ${member.name}`}
            trigger={<Icon shape={Ellipsis} className="size-4" />}
            triggerClassName="inline-flex size-8 items-center justify-center rounded-md hover:bg-hover"
          >
            <MenuGroup label="Role">
              {roles.map((role) => (
                <MenuChoice
                  key={role.id}
                  checked={role.id === member.role}
                  onClick={() => {
                    if (role.id !== member.role) onPlan({ kind: "role", member, role });
                  }}
                >
                  {role.name}
                </MenuChoice>
              ))}
            </MenuGroup>
            <MenuGroup label="Access">
              {/* Members find their own sessions in the settings. */}
              {self || isService ? null : <MenuItem onClick={() => onSessions(member)}>Sessions…</MenuItem>}
              {self || isService || !passwords ? null : (
                <MenuItem onClick={() => onPlan({ kind: "password", member })}>Reset password…</MenuItem>
              )}
              {self || isService ? null : (
                <MenuItem onClick={() => onPlan({ kind: "second-factor", member })}>
                  Reset second factor…
                </MenuItem>
              )}
              <MenuItem onClick={() => onTransfer(member)}>Transfer drafts…</MenuItem>
              {disabled ? (
                <MenuItem onClick={() => onPlan({ kind: "enable", member })}>Enable…</MenuItem>
              ) : (
                <MenuItem onClick={() => onPlan({ kind: "disable", member })}>Disable…</MenuItem>
              )}
            </MenuGroup>
          </Menu>
        </div>
      </StackCell>
    </StackRow>
  );
}

function Factors({ totp, passkeys }: MemberView["factors"]) {
  const has = [
    ...(passkeys === 0 ? [] : [passkeys === 1 ? "Passkey" : counted(passkeys, "passkey", "passkeys")]),
    ...(totp ? ["App"] : []),
  ];
  return has.length === 0 ? <span className="text-ink-faint">None</span> : has.join(", ");
}
