// Every name of hidden_menu has a label here; screens that can't be opened by themselves are hidden together with the ones that lead to
// them.
export const menuNames = {
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
  faq: 'shell.entry.faq',
  companies: 'shell.entry.companies',
  registration: 'shell.entry.registration',
  analyze: 'shell.entry.usage',
} as const;
export type MenuName = keyof typeof menuNames;
export const isMenuName = (name: string): name is MenuName => Object.hasOwn(menuNames, name);
