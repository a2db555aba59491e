import { type NotificationKind, notificationKinds } from '../../../domain/notifications/kinds.ts';
import type { NewsVars } from '../../../domain/notifications/words.ts';
import type { MailTexts } from '../../../i18n/mail-server.ts';

/** Words of the reader's language, each with a text of its own. */
const words = ['report', 'title', 'view', 'group', 'device', 'playlist', 'task', 'target'] as const;
/** What a user has written. */
const sentences = ['justification', 'reason', 'message', 'note', 'text'];
const numbers: Readonly<Record<string, number>> = {
  ...{ days: 3, minutes: 30, count: 4, pages: 6, changes: 2, percent: 90, used: 45, limit: 50, succeeded: 24, failed: 1 },
};
const constants: Readonly<Record<string, string>> = {
  ...{ person: 'Ana Souza', user: 'Bruno Lima', partner: 'Numera', partners: 'Numera', name: 'Carla Dias', account: 'Power BI' },
  ...{ capacity: 'vertice-f8', host: 'smtp.example.com', answer: '451 4.3.0 Try again later', file: 'pessoas.xlsx', format: 'pdf' },
  ...{ ticket: '4711', page: '/reports', problem: 'gone', code: '' },
};
const hour = 3_600_000;

/** Example values for a preview or a test mail. */
export function sampleValues(kind: NotificationKind, t: MailTexts, portal: string, now: number): NewsVars {
  const at = (hours: number) => new Date(Math.ceil(now / hour) * hour + hours * hour).toISOString();
  const valueFor = (name: string): string | number => {
    const word = words.find((each) => each === name);
    if (word) return t(`mail.sample.${word}`, {});
    if (kind === 'export_failed' && name === 'reason') return 'export_stuck';
    if (kind === 'task_suspended' && name === 'reason') return 'owner_gone';
    if (sentences.includes(name)) return t('mail.sample.sentence', {});
    if (name === 'unit') return portal;
    if (name === 'month') return at(0).slice(0, 7);
    if (name === 'from' || name === 'at') return at(24);
    if (name === 'until') return at(26);
    return numbers[name] ?? constants[name] ?? '';
  };
  return Object.fromEntries(notificationKinds[kind].map((name: string) => [name, valueFor(name)]));
}
