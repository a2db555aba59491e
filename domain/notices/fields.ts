import type { Profile } from '../access/profile.ts';

/** The most severe first: the order in which notices are shown. */
export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

/** Who sees a notice after sign-in. User groups are of the owner's own tenant. */
export type NoticeAudience = { type: 'all' } | { type: 'profiles'; profiles: Profile[] } | { type: 'groups'; ids: string[] };

/** A column each; S or N on the wire. */
export const noticeFlags = ['atLogin', 'audienceBelow', 'dismissible', 'mustAcknowledge'] as const;
export type NoticeFlag = (typeof noticeFlags)[number];

/** What a form has, and a column under the same name. */
export const noticeFields = ['title', 'body', 'texts', 'severity', 'audience', 'startsAt', 'endsAt', ...noticeFlags] as const;
export type NoticeField = (typeof noticeFields)[number];
