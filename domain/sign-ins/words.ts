import { authTypes } from '../session/auth-type.ts';

/** How a record came about: a way in, or a call of a session that began before. */
export const signInWays = [...authTypes, 'session'] as const;

/** How a try can end; `ok` and the refusals of Spec 4 and 8. */
export const signInOutcomes = [
  'ok',
  'blocked',
  'inactive',
  'user_disable',
  'ip_not_allowed',
  'horario_not_allowed',
  'domain_not_allowed',
  'finish_test',
  'tenant_blocked',
  'maitenance',
] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

export const isOutcome = (text: string): text is SignInOutcome => signInOutcomes.some((outcome) => outcome === text);
export const isSignInWay = (text: string): text is (typeof signInWays)[number] => signInWays.some((way) => way === text);

/** What the audit of permissions tells, by what it is about. */
export const auditFamilies = ['grants', 'groups', 'people', 'sessions', 'settings'] as const;
export type AuditFamily = (typeof auditFamilies)[number];

export const auditWhats = {
  grants: ['grant.add', 'grant.edit', 'grant.remove', 'catalog.grant', 'catalog.revoke', 'catalog.end'],
  groups: [
    'user_group.add',
    'user_group.edit',
    'user_group.duplicate',
    'user_group.delete',
    'user_group.restore',
    'user_group.members_add',
    'user_group.members_remove',
    'user_group.reports_add',
    'user_group.reports_remove',
  ],
  people: [
    'user.add',
    'user.edit',
    'user.duplicate',
    'user.invite',
    'user.activate',
    'user.test',
    'user.deactivate',
    'user.block',
    'user.unblock',
    'user.expire',
    'user.remove',
    'user.restore',
  ],
  sessions: ['user.sign_out', 'session.act', 'session.end', 'device.refused'],
  settings: ['settings.edit', 'settings.addresses_kept'],
} as const satisfies Record<AuditFamily, readonly string[]>;
export type AuditWhat = (typeof auditWhats)[AuditFamily][number];

const all: readonly AuditWhat[] = Object.values(auditWhats).flat();
/** The rows of one family, or of all. */
export const whatsOf = (family: AuditFamily | undefined): readonly AuditWhat[] => (family ? auditWhats[family] : all);
export const isAuditWhat = (text: string): text is AuditWhat => all.some((what) => what === text);
