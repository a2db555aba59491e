import { isAccountKind } from '../mail/kinds.ts';
import { type NotificationKind, notificationKinds } from '../notifications/kinds.ts';
import { isNotificationKind } from '../notifications/words.ts';

/** Its texts are those of the message that its sender wrote. */
const writtenEach: readonly string[] = ['announcement'];

/** Whether a unit can word mails of this kind itself. Account mails leave by the platform, so no unit can word them. */
export const isTemplateKind = (kind: string): kind is NotificationKind =>
  isNotificationKind(kind) && !isAccountKind(kind) && !writtenEach.includes(kind);
export const templateKinds: readonly NotificationKind[] = Object.keys(notificationKinds).filter(isTemplateKind);

/** Variables of every kind: who gets the mail, and the unit that sends it. */
const ofEveryKind = ['recipient', 'portal'] as const;

/** What a mail is about. A template that leaves this out would send people a text that they can't act on. */
const subjects = ['report', 'target', 'from', 'until', 'file', 'task', 'device', 'capacity', 'account', 'host', 'unit', 'name'];

/** Codes of the portal, which the built-in texts don't show as such. */
const codes = ['state', 'code'];

const ownVariables = (kind: NotificationKind): readonly string[] => {
  const names: readonly string[] = notificationKinds[kind];
  return names.filter((name) => !codes.includes(name));
};

export const getVariables = (kind: NotificationKind): readonly string[] => [...ownVariables(kind), ...ofEveryKind];

/** The variables that subject and text must name between them: what the mail is about, or else its first variable. */
export function getRequired(kind: NotificationKind): readonly string[] {
  const names = ownVariables(kind);
  const about = names.filter((name) => subjects.includes(name));
  return about.length > 0 ? about : names.slice(0, 1);
}
