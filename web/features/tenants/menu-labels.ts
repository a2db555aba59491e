import type { TextKey } from '../../app/i18n.ts';

// A name of hidden_menu has a label here; names of screens that lead nowhere by themselves go with those that do.
export const labels = {
  'all/reports': 'shell.entry.allReports',
  playlists: 'shell.entry.playlists',
  catalogs: 'shell.entry.catalogs',
  reports: 'shell.groups',
  'management/report': 'shell.entry.reports',
  notifications: 'shell.entry.notifications',
  powerbi: 'shell.entry.accounts',
  'powerbi/resources': 'shell.entry.capacity',
  auto_actions: 'shell.entry.automaticActions',
  group_users: 'shell.entry.userGroups',
  user: 'shell.entry.users',
  'remote/authorization': 'shell.entry.remoteAccess',
  whitelabels: 'shell.entry.themes',
  domain: 'shell.entry.domains',
  'azure/saml': 'shell.entry.singleSignOn',
  help_desk: 'shell.entry.helpDesk',
  companies: 'shell.entry.companies',
  registration: 'shell.entry.registration',
  analyze: 'shell.entry.usage',
} as const satisfies Record<string, TextKey>;

/** The label of a name of hidden_menu; null for what goes with another name. */
export const menuLabel = (name: string): TextKey | null => Object.entries(labels).find(([each]) => each === name)?.[1] ?? null;
