/**
 * The notifications, and the values their texts need. The texts are in i18n/<language>/notifications.ts; the same kind makes the inbox row
 * and, if the user wants it, the mail.
 */
export const notificationKinds = {
  // catalogs (BEHAVIOUR 5)
  catalog_requested: ['person', 'report', 'justification'],
  catalog_reminder: ['person', 'report', 'days'],
  catalog_granted: ['report', 'person'],
  catalog_denied: ['report', 'person', 'reason'],
  catalog_cancelled: ['person', 'report'],
  catalog_expired: ['report'],
  catalog_revoked: ['report', 'person', 'reason'],
  catalog_ended: ['report'],
  // maintenance (BEHAVIOUR 7)
  maintenance_announced: ['target', 'title', 'from', 'until'],
  maintenance_changed: ['target', 'title', 'from', 'until'],
  maintenance_cancelled: ['target', 'title'],
  maintenance_over: ['target', 'title'],
  // reports
  report_fresh: ['report', 'at'],
  // the paused capacity that people waited for runs (BEHAVIOUR 2)
  report_ready: ['report'],
  report_shared: ['person', 'report', 'message'],
  view_shared: ['person', 'report', 'view'],
  report_published: ['report', 'group'],
  report_problem: ['person', 'report', 'problem', 'code', 'note'],
  // requests of a user that concern no report
  help_asked: ['person', 'problem', 'page', 'note'],
  comment_mention: ['person', 'report', 'text'],
  comment_reply: ['person', 'report', 'text'],
  // exports
  export_ready: ['report', 'format'],
  export_failed: ['report', 'format', 'reason'],
  export_mailed: ['report', 'format', 'until'],
  // remote access (BEHAVIOUR 8)
  remote_requested: ['person', 'reason', 'ticket', 'minutes'],
  remote_needs_admin: ['person', 'user', 'reason'],
  remote_allowed: ['person', 'user', 'minutes'],
  remote_refused: ['person', 'user', 'reason'],
  remote_expired: ['person'],
  remote_started: ['person', 'reason', 'minutes'],
  remote_looking: ['person', 'minutes'],
  remote_ended: ['person', 'minutes', 'pages', 'changes'],
  remote_over: ['person'],
  // partners (BEHAVIOUR 13)
  partner_asks: ['person', 'partner', 'reason'],
  partner_entered: ['person', 'partner', 'reason'],
  partner_relation: ['unit', 'state'],
  // what partners did in the month before, to the unit's administrators
  partner_month: ['partners', 'month', 'count', 'minutes'],
  // the report service and mail
  account_secret_ending: ['account', 'days'],
  capacity_budget: ['capacity', 'percent'],
  capacity_wakes: ['capacity'],
  // users and mail
  access_ending: ['days', 'at'],
  people_ending: ['count'],
  people_limit: ['unit', 'percent', 'used', 'limit'],
  mail_server_failing: ['host', 'answer'],
  // directories and imports
  directory_refused: ['name', 'reason'],
  users_imported: ['file', 'succeeded', 'failed'],
  // displays
  device_paired: ['device', 'playlist', 'person'],
  device_ending: ['device', 'playlist', 'days'],
  // automatic actions (BEHAVIOUR 1): to the task's owner and administrators
  task_missed: ['task', 'at', 'count'],
  task_suspended: ['task', 'reason'],
  task_ending: ['task', 'days'],
  // second factors
  factor_added: ['name'],
  factor_removed: ['name'],
  factors_reset: ['person'],
  recovery_used: ['left'],
  // identity providers
  identity_linked: ['person', 'provider'],
  identity_unlinked: ['person', 'provider'],
  // trials (BEHAVIOUR 3): to the unit's administrators and the layer above
  trial_ending: ['unit', 'days'],
  trial_over: ['unit', 'days'],
  trial_deleting: ['unit', 'days'],
  playlist_skips: ['playlist', 'report'],
  // a user asks to open a paused capacity outside of its hours
  opening_asked: ['person', 'report'],
  // people of another unit want a capacity opened that this one controls
  opening_wanted: ['capacity'],
  // an unconfirmed change of the allowed addresses was undone (BEHAVIOUR 14)
  addresses_undone: [],
  // a message of a user (docs/notifications.md); its texts are those of the message
  announcement: ['subject', 'excerpt'],
} as const satisfies Record<string, readonly string[]>;

export type NotificationKind = keyof typeof notificationKinds;

/**
 * Security notices: mailed whatever the unit sends and the user chose, since someone who stole the session could have changed the choice.
 */
const ofAccount: readonly NotificationKind[] = [
  'factor_added',
  'factor_removed',
  'factors_reset',
  'recovery_used',
  'identity_linked',
  'identity_unlinked',
];
export const concernsAccount = (kind: string): boolean => ofAccount.some((each) => each === kind);

/** Kinds that are mailed unless the user opts out; the others stay in the inbox unless the user opts in. */
export const mailedByDefault: readonly NotificationKind[] = [
  'catalog_requested',
  'catalog_reminder',
  'catalog_granted',
  'catalog_denied',
  'catalog_revoked',
  'maintenance_announced',
  'report_shared',
  'report_problem',
  'help_asked',
  'opening_asked',
  'opening_wanted',
  'comment_mention',
  'export_mailed',
  'remote_requested',
  'remote_needs_admin',
  'partner_asks',
  'partner_entered',
  'partner_month',
  'remote_started',
  'remote_looking',
  'remote_ended',
  'account_secret_ending',
  'mail_server_failing',
  'access_ending',
  'people_limit',
  'directory_refused',
  'device_ending',
  'task_suspended',
  'task_ending',
  'trial_ending',
  'trial_over',
  'trial_deleting',
  'addresses_undone',
  'announcement',
];
