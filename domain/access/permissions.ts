import type { Profile, UserFlag } from './profile.ts';

/**
 * Who may do an action: everyone of the profile, no one, users with the flag, users with any of several flags, or users with all of them.
 */
export type Cell = 'always' | 'never' | { flag: UserFlag } | { anyOf: readonly UserFlag[] } | { allOf: readonly UserFlag[] };
type Row = Record<Profile, Cell> & { above?: true; limited?: readonly Profile[] };

// Spec 6. `above`: the action may reach a tenant below (with a live relation). `limited`: still allowed while the tenant is suspended.
export const permissions = {
  'session.keep': { a2m: 'always', master: 'always', admin: 'always', user: 'always', limited: ['admin'] },
  'config.read': { a2m: 'always', master: 'always', admin: 'always', user: 'always', limited: ['admin'] },
  // A user's own password.
  'account.own': { a2m: 'always', master: 'always', admin: 'always', user: 'always' },
  // Sending a user the invitation or the link to a new password; administrators never set passwords. Also for users who have lost every
  // second factor, if no administrator below can readmit them (docs/sign-in.md).
  'accounts.release': { a2m: 'always', master: 'never', admin: 'never', user: 'never' },
  'accounts.mail': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  // The sign-in log, and the log of grants added and removed.
  'records.read': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  // What a new unit still has to set up, and what waits for its administrators.
  'overview.read': { a2m: 'never', master: 'always', admin: 'always', user: 'never' },
  'settings.read': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  'settings.edit': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  'customFields.manage': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  // Which custom fields forms ask for, and a user's own values.
  'customFields.fill': { a2m: 'always', master: 'always', admin: 'always', user: 'always' },
  // User provisioning: the directory that a unit is connected to.
  'signOn.manage': { a2m: 'never', master: 'always', admin: 'always', user: 'never' },
  'mail.manage': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  // Saved views of lists, and the ones that an administrator shares with everyone.
  'listViews.keep': { a2m: 'always', master: 'always', admin: 'always', user: 'always' },
  'listViews.share': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  // What the tenant posts on its sign-in page and on home.
  'notices.manage': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  'notifications.read': { a2m: 'always', master: 'always', admin: 'always', user: 'always' },
  // Writing messages to other users.
  'notifications.send': { a2m: 'always', master: 'always', admin: 'always', user: { flag: 'notify' } },
  'reports.view': { a2m: 'always', master: 'always', admin: 'always', user: 'always' },
  // A user's own views of a report, saved filters, notifications about newer data, and sending a link.
  'views.edit': { a2m: 'always', master: 'always', admin: 'always', user: 'always' },
  'favorites.edit': { a2m: 'never', master: 'always', admin: 'always', user: 'always' },
  'groups.read': { a2m: 'never', master: 'always', admin: 'always', user: 'never' },
  'groups.edit': { a2m: 'never', master: 'always', admin: 'always', user: 'never' },
  'reports.manage': { a2m: 'always', master: 'always', admin: 'always', user: { flag: 'edit_reports' } },
  'grants.unfiltered': { a2m: 'always', master: 'always', admin: 'always', user: { flag: 'release_unfiltered' } },
  'service.manage': { a2m: 'always', master: 'always', admin: 'always', user: { flag: 'manage_service' } },
  // Publishers don't decide who sees a report: access, identities and testing them stay with administrators.
  'grants.manage': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  'maintenance.manage': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  // Publishers browse accounts and workspaces just as their administrators do.
  'service.browse': { a2m: 'always', master: 'always', admin: 'always', user: { anyOf: ['manage_service', 'edit_reports'] } },
  // Tasks, their runs, shifts and holidays.
  'automation.manage': { a2m: 'never', master: 'always', admin: 'always', user: 'never' },
  // Moving control of a capacity to another unit.
  'capacity.move': { a2m: 'always', master: 'never', admin: 'never', user: 'never' },
  'playlists.view': { a2m: 'never', master: 'never', admin: 'always', user: 'always' },
  'playlists.edit': { a2m: 'never', master: 'never', admin: 'always', user: { flag: 'make_playlists' } },
  'playlists.devices': { a2m: 'never', master: 'never', admin: 'always', user: 'never' },
  'catalogs.view': { a2m: 'never', master: 'always', admin: 'always', user: 'always' },
  // Administrators see every report of their unit: they have nothing to ask for.
  'catalogs.ask': { a2m: 'never', master: 'never', admin: 'never', user: 'always' },
  'catalogs.decide': { a2m: 'never', master: 'always', admin: 'always', user: { flag: 'decide_catalog' } },
  'usage.read': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  'analyze.read': { a2m: 'always', master: 'always', admin: 'never', user: 'never' },
  // Remote access (BEHAVIOUR 8): who asks, who decides for the unit, and who only views; everyone manages requests for their own account.
  'remote.read': { a2m: 'never', master: 'never', admin: 'always', user: 'always' },
  'remote.ask': { a2m: 'never', master: 'never', admin: 'always', user: { allOf: ['support', 'remote_access'] } },
  'remote.decide': { a2m: 'never', master: 'never', admin: 'always', user: 'never' },
  // How partners enter their units; the relation says what they may do there (BEHAVIOUR 13).
  'units.enter': { a2m: 'never', master: 'always', admin: 'never', user: 'never' },
  'remote.look': { a2m: 'never', master: 'never', admin: 'always', user: 'never' },
  'users.read': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  'users.edit': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  'users.import': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  // Business units and partners below this tenant, and who pays for them; the database makes sure no call reaches beyond these.
  'units.manage': { a2m: 'always', master: 'always', admin: 'never', user: 'never' },
  'parties.manage': { a2m: 'always', master: 'always', admin: 'never', user: 'never' },
  'userGroups.read': { a2m: 'never', master: 'always', admin: 'always', user: 'never' },
  'userGroups.edit': { a2m: 'never', master: 'always', admin: 'always', user: 'never' },
  // The identity providers by which the unit's people sign in.
  'saml.manage': { a2m: 'never', master: 'always', admin: 'always', user: 'never' },
  // Common questions and their answers, which everyone reads.
  'faq.manage': { a2m: 'always', master: 'always', admin: 'always', user: 'never' },
  // Failed background work, of every unit.
  'jobs.manage': { a2m: 'always', master: 'never', admin: 'never', user: 'never' },
  'partners.read': { a2m: 'always', master: 'never', admin: 'never', user: 'never' },
} as const satisfies Record<string, Row>;

export type Action = keyof typeof permissions;
export const actions = Object.keys(permissions) as Action[]; // because Object.keys loses the literal type

/** Whether this profile with these flags may do the action (Spec 6). */
export function can(who: { profile: Profile; flags: readonly string[] }, action: Action): boolean {
  const cell: Cell = permissions[action][who.profile];
  if (cell === 'always') return true;
  if (cell === 'never') return false;
  if ('allOf' in cell) return cell.allOf.every((flag) => who.flags.includes(flag));
  return ('anyOf' in cell ? cell.anyOf : [cell.flag]).some((flag) => who.flags.includes(flag));
}

export type ActionRow = { action: Action; profile: Profile; above: boolean; flag: string | null; limited: boolean };

/** The rows of the database's own table of actions: one for each action that reaches tenants below or works while suspended. */
export function actionRows(): ActionRow[] {
  return actions.flatMap((action) => {
    const row: Row = permissions[action];
    return (['a2m', 'master', 'admin', 'user'] as const)
      .filter((profile) => row[profile] !== 'never' && (row.above || row.limited?.includes(profile)))
      .map((profile) => {
        const cell = row[profile];
        return {
          action,
          profile,
          above: row.above === true,
          flag: typeof cell === 'object' && 'flag' in cell ? cell.flag : null,
          limited: row.limited?.includes(profile) ?? false,
        };
      });
  });
}
