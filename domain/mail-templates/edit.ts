import type { Refusal } from '../errors/refusal.ts';
import { toPlain } from '../html-import/plain.ts';
import type { NotificationKind } from '../notifications/kinds.ts';
import type { Language } from '../session/languages.ts';
import { type TemplateText, templateProblems } from './template.ts';

export type StoredTemplate = TemplateText & { version: number };
export type AskedTemplate = TemplateText & { kind: NotificationKind; language: Language; version: number };
/** A wording as the audit log keeps it: its text as plain text, and whether it was imported. */
type Audited = { subject: string; greeting: string; text: string; button: string; imported: boolean };
type TemplateChange = {
  before: { kind: NotificationKind; language: Language } & Partial<Audited>;
  after: { kind: NotificationKind; language: Language } & Partial<Audited>;
};
type SavePlan = { version: number; change: TemplateChange };

const longestAudited = 2_000;
export const auditedText = (text: TemplateText): Audited => ({
  subject: text.subject,
  greeting: text.greeting,
  text: toPlain(text).slice(0, longestAudited),
  button: text.button,
  imported: typeof text.html === 'string',
});

/** `version` is the one that the editor shows, 0 for the built-in text. */
export function decideSave(asked: AskedTemplate, stored: StoredTemplate | undefined): SavePlan | Refusal {
  const { kind, language, version } = asked;
  const refused = templateRefusal(kind, asked);
  if (refused) return refused;
  if (version !== (stored?.version ?? 0)) return { refused: 'changed_meanwhile' };
  const row = { kind, language };
  return {
    version: version + 1,
    change: { before: stored ? { ...row, ...auditedText(stored) } : row, after: { ...row, ...auditedText(asked) } },
  };
}

/** The first problem, with its field and its variable. */
export function templateRefusal(kind: NotificationKind, text: TemplateText): Refusal | null {
  const [problem] = templateProblems(kind, text);
  if (!problem) return null;
  const { field, reason, variable } = problem;
  return { refused: 'invalid_input', field, vars: { name: field, reason, ...(variable === undefined ? {} : { variable }) } };
}
