import type { NotificationKind } from '../notifications/kinds.ts';
import type { MailKind, mailOnlyKinds } from './kinds.ts';

/**
 * The order in which mail leaves: account mail, what a user asked for or did and waits for, news, and bulk mail. Each lane goes before the
 * next one, but one slot in four is reserved for bulk mail (`app.claim_mail`), the only lane held to its server's rate.
 */
export const lanes = { account: 0, asked: 1, news: 2, bulk: 3 } as const;
export type Lane = (typeof lanes)[keyof typeof lanes];
export const allLanes: readonly Lane[] = Object.values(lanes);
/** Mail that a user may be waiting for: bulk mail has time until the next tick. */
export const promptLanes: readonly Lane[] = [lanes.account, lanes.asked, lanes.news];

const ofNews: Record<NotificationKind, Lane> = {
  catalog_requested: lanes.asked,
  catalog_reminder: lanes.news,
  catalog_granted: lanes.asked,
  catalog_denied: lanes.asked,
  catalog_cancelled: lanes.news,
  catalog_expired: lanes.news,
  catalog_revoked: lanes.news,
  catalog_ended: lanes.news,
  maintenance_announced: lanes.bulk,
  maintenance_changed: lanes.bulk,
  maintenance_cancelled: lanes.bulk,
  maintenance_over: lanes.news,
  report_fresh: lanes.news,
  report_ready: lanes.asked,
  report_shared: lanes.asked,
  view_shared: lanes.asked,
  report_published: lanes.bulk,
  report_problem: lanes.asked,
  comment_mention: lanes.asked,
  comment_reply: lanes.asked,
  export_ready: lanes.asked,
  export_failed: lanes.asked,
  export_mailed: lanes.asked,
  remote_requested: lanes.asked,
  remote_needs_admin: lanes.asked,
  remote_allowed: lanes.asked,
  remote_refused: lanes.asked,
  remote_expired: lanes.asked,
  remote_started: lanes.asked,
  remote_looking: lanes.asked,
  remote_ended: lanes.asked,
  remote_over: lanes.asked,
  partner_asks: lanes.asked,
  partner_entered: lanes.asked,
  partner_relation: lanes.asked,
  partner_month: lanes.news,
  account_secret_ending: lanes.news,
  capacity_budget: lanes.news,
  capacity_wakes: lanes.news,
  access_ending: lanes.news,
  people_ending: lanes.news,
  people_limit: lanes.news,
  mail_server_failing: lanes.news,
  directory_refused: lanes.news,
  users_imported: lanes.asked,
  device_paired: lanes.asked,
  device_ending: lanes.news,
  task_missed: lanes.news,
  task_suspended: lanes.news,
  task_ending: lanes.news,
  factor_added: lanes.account,
  factor_removed: lanes.account,
  factors_reset: lanes.account,
  recovery_used: lanes.account,
  identity_linked: lanes.account,
  identity_unlinked: lanes.account,
  help_asked: lanes.asked,
  trial_ending: lanes.news,
  trial_over: lanes.news,
  trial_deleting: lanes.news,
  playlist_skips: lanes.news,
  opening_asked: lanes.asked,
  opening_wanted: lanes.asked,
  addresses_undone: lanes.news,
  announcement: lanes.bulk,
};

const ofMailOnly: Record<(typeof mailOnlyKinds)[number], Lane> = {
  mail_test: lanes.asked,
  account_invite: lanes.account,
  account_reset: lanes.account,
  account_changed: lanes.account,
  account_device: lanes.account,
  account_guessed: lanes.account,
  account_ways: lanes.account,
  account_provider: lanes.account,
  account_link_code: lanes.account,
  account_factor: lanes.account,
  account_code: lanes.account,
  account_lost: lanes.account,
  account_waiting: lanes.account,
};

const laneOfKind: Record<MailKind, Lane> = { ...ofNews, ...ofMailOnly };

/** The one place that assigns lanes; a kind without one doesn't compile. */
export const getLane = (kind: MailKind): Lane => laneOfKind[kind];
