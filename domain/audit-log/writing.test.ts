import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../rich-text/markdown.ts';
import { auditValueWords } from './audit-value.ts';
import { ownSides, thingWords, writingFacts, writingFamily, writingSides } from './writing.ts';

const reader = { t: (key: string) => key, language: 'en-US', zone: 'UTC' } as const;

describe('the records of what people write for others', () => {
  test('belong to a family by their action, and others to none', () => {
    expect(['message.send', 'mail_template.reset', 'user.add', 'toString.x'].map(writingFamily)).toEqual([
      'message',
      'mail_template',
      null,
      null,
    ]);
  });

  test('show facts under names of their own; a fact without one isn’t shown', () => {
    const facts = { subject: 'Olá', text: 'Oi', kind: 'export_ready', secret: 'x' };
    expect(writingFacts('mail_template', facts)).toEqual({ subjectLine: 'Olá', mailText: 'Oi' });
    expect(writingFacts('notice', { body: parseMarkdown('**Close** on Friday') })).toEqual({ noticeText: 'Close on Friday' });
  });

  test('name twenty recipients and count the others', () => {
    const ids = Array.from({ length: 22 }, (_, at) => `id-${at}`);
    const { recipients } = writingFacts('message', { audience: { type: 'users', ids } }) as { recipients: { ids: string[] } };
    expect(recipients.ids).toEqual([...ids.slice(0, 20), '+2']);
  });

  test('keep, of texts by language, the languages that differ', () => {
    const before = { questions: { 'pt-BR': 'Onde?', es: '¿Dónde?' } };
    const after = { questions: { 'pt-BR': 'Onde?', 'en-US': 'Where?' } };
    expect(writingSides('faq', { before, after })).toEqual({
      before: { questions: { es: '¿Dónde?' } },
      after: { questions: { 'en-US': 'Where?' } },
    });
    const words = (title: string) => ({ texts: { es: { title, text: 'x', body: [] } } });
    expect(writingSides('notice', { before: words('Uno'), after: words('Dos') }).after).toEqual({ noticeTexts: { es: 'Dos – x' } });
  });

  test('state the language of a template, which no edit changes', () => {
    const row = { kind: 'export_ready', language: 'es' };
    const sides = { before: { ...row, subject: 'A' }, after: { ...row, subject: 'B' } };
    expect(writingSides('mail_template', sides)).toEqual({ before: { subjectLine: 'A' }, after: { language: 'es', subjectLine: 'B' } });
    expect(writingSides('mail_template', { before: { ...row, subject: 'A' }, after: {} }).after).toEqual({ language: 'es' });
  });

  test('name a template by its kind of mail, everything else as it was called', () => {
    expect(thingWords({ what: 'mail_template.edit', thing: 'export_ready' }, reader.t)).toBe('notifications.export_ready.name');
    expect(thingWords({ what: 'faq.edit', thing: 'Where?' }, reader.t)).toBe('Where?');
    expect(thingWords({ what: 'mail_template.edit', thing: null }, reader.t)).toBeNull();
  });

  test('name the kind of mail that an unsubscribe link turned off, and none that was off before', () => {
    const before = { report_fresh: false, announcement: true };
    expect(ownSides('users.unsubscribe', { before, after: { announcement: false } })).toEqual({
      before: {},
      after: { mailKind: ['announcement'] },
    });
    const t = (key: string) => (key === 'notifications.announcement.name' ? 'A message' : key);
    expect(auditValueWords('mailKind', 'announcement, of_old', { ...reader, t })).toBe('A message, of_old');
  });

  test('show name and times of an automatic action, and of an edit which other parts changed', () => {
    const row = {
      name: 'Close',
      type: 'notification',
      startsAt: 'a',
      endsAt: 'b',
      targetKind: 'unit',
      targetId: null,
      triggers: [{ days: [1] }],
    };
    expect(ownSides('task.add', { before: {}, after: row })).toEqual({
      before: {},
      after: { name: 'Close', activeFrom: 'a', activeUntil: 'b' },
    });
    const edited = { name: 'Close', triggers: [{ days: [2] }], targetKind: 'report', targetId: 'x' };
    expect(ownSides('task.edit', { before: { name: 'Close', triggers: row.triggers, targetKind: 'unit' }, after: edited })?.after).toEqual({
      name: 'Close',
      taskParts: ['triggers', 'target'],
    });
    expect(auditValueWords('taskParts', 'triggers, target', reader)).toBe('audit.value.taskParts.triggers, audit.value.taskParts.target');
  });

  test.each([
    [{ type: 'all' }, 'audit.value.audience.everyone'],
    [{ type: 'profile', profile: 'admin' }, 'audit.value.profile.admin'],
    [{ type: 'profiles', profiles: ['admin', 'user'] }, 'audit.value.profile.admin, audit.value.profile.user'],
    [{ type: 'groups', ids: ['Sales', 'admin'] }, 'Sales, admin'],
    [{ type: 'strange' }, '–'],
  ])('word the recipients %j', (audience, words) => {
    expect(auditValueWords('recipients', audience, reader)).toBe(words);
  });

  test('word texts by language', () => {
    expect(auditValueWords('questions', { 'pt-BR': 'Onde?', es: '¿Dónde?' }, reader)).toBe('Brazilian Portuguese: Onde?; Spanish: ¿Dónde?');
  });
});
