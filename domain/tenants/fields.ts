import { maxDomains, maxReports, maxUsers } from './limits.ts';

// The one list of what the layer above decides about a unit or partner: contract, statements, form and history derive
// from it, or are a record of all fields that doesn't compile while one is missing (docs/data.md, "Add a field").

export const limitNames = ['userLimit', 'bonusUsers', 'domainLimit', 'reportLimit'] as const;
export type UnitLimit = (typeof limitNames)[number];
/** The most that anyone can give. */
export const maxOfLimit: Record<UnitLimit, number> = {
  userLimit: maxUsers,
  bonusUsers: maxUsers,
  domainLimit: maxDomains,
  reportLimit: maxReports,
};

export const ruleNames = ['defaultDirectory', 'restrictAccounts', 'allowReports', 'lastUpdate'] as const;
export type UnitRule = (typeof ruleNames)[number];

/** What the functions of the database and the audit log call them. */
export const factNames = {
  userLimit: 'user_limit',
  bonusUsers: 'bonus_users',
  domainLimit: 'domain_limit',
  reportLimit: 'report_limit',
  defaultDirectory: 'default_directory',
  restrictAccounts: 'restrict_accounts',
  allowReports: 'allow_reports',
  lastUpdate: 'last_update',
} as const satisfies Record<UnitLimit | UnitRule, string>;

/** The fields of an edit. */
export const unitFields = ['name', 'subdomain', 'ownDomain', ...limitNames, ...ruleNames, 'payerId', 'hidden_menu'] as const;
export type UnitField = (typeof unitFields)[number];
