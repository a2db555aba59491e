/** The families of the change history, as its filter offers them. */
export const auditFamilies = [
  'grants',
  'groups',
  'report_groups',
  'reports',
  'people',
  'displays',
  'sessions',
  'ways',
  'automation',
  'messages',
  'settings',
] as const;
export type AuditFamily = (typeof auditFamilies)[number];
