import type { Profile } from '../../../domain/access/profile.ts';
import type { MessageAudience } from '../../../domain/messages/audience.ts';
import { type MessageTexts, writtenTexts } from '../../../domain/messages/texts.ts';
import { plainText } from '../../../domain/rich-text/plain.ts';
import type { RichText } from '../../../domain/rich-text/tree.ts';
import { type Language, languages } from '../../../domain/session/languages.ts';

export type Named = { id: string; name: string };
/** A text is written, or imported: then `html` isn't empty. */
export type Words = { subject: string; body: RichText; html: string };
export type MessageDraft = {
  type: MessageAudience['type'];
  profile: Profile;
  groups: readonly Named[];
  users: readonly Named[];
  texts: Partial<Record<Language, Words>>;
  mail: boolean;
};
export type MessageField = 'audience' | 'texts';

export const noWords: Words = { subject: '', body: [], html: '' };
export const emptyDraft: MessageDraft = { type: 'groups', profile: 'user', groups: [], users: [], texts: {}, mail: true };

const hasSubject = ({ subject }: Words) => subject.trim() !== '';
const hasBody = ({ body, html }: Words) => html !== '' || plainText(body).trim() !== '';
const isWritten = (words: Words) => hasSubject(words) && hasBody(words);
/** Only one of subject and text. */
const isHalf = (words: Words) => hasSubject(words) !== hasBody(words);

/** The languages that are whole. */
export const writtenIn = ({ texts }: MessageDraft): Language[] => languages.filter((language) => isWritten(texts[language] ?? noWords));
export const halfIn = ({ texts }: MessageDraft): Language | undefined => languages.find((language) => isHalf(texts[language] ?? noWords));

/** What is sent: whole texts alone. */
export const getTexts = (draft: MessageDraft): MessageTexts =>
  Object.fromEntries(
    writtenIn(draft).map((language) => {
      const { subject, body, html } = draft.texts[language] ?? noWords;
      return [language, html ? { subject: subject.trim(), html } : { subject: subject.trim(), body }];
    }),
  );

/** Null while no group or person is chosen. */
export function getAudience({ type, profile, groups, users }: MessageDraft): MessageAudience | null {
  if (type === 'all') return { type };
  if (type === 'profile') return { type, profile };
  const ids = (type === 'groups' ? groups : users).map(({ id }) => id);
  return ids.length > 0 ? { type, ids } : null;
}

type Stored = { audience: MessageAudience; texts: MessageTexts; mail: boolean; names: readonly string[] };

const draftTexts = (texts: MessageTexts): MessageDraft['texts'] =>
  Object.fromEntries(writtenTexts(texts).map(([language, { subject, body = [], html = '' }]) => [language, { subject, body, html }]));

/** The draft of a message that is stored with the names of its recipients. */
export function draftOfMessage({ audience, texts, mail, names }: Stored): MessageDraft {
  const named = 'ids' in audience ? audience.ids.map((id, at) => ({ id, name: names[at] ?? id })) : [];
  return {
    ...emptyDraft,
    ...{ type: audience.type, texts: draftTexts(texts), mail },
    ...(audience.type === 'profile' && { profile: audience.profile }),
    ...(audience.type === 'groups' && { groups: named }),
    ...(audience.type === 'users' && { users: named }),
  };
}

/** The fields of a message in any form that has them. */
export type MessageParts = {
  draft: MessageDraft;
  set: <Name extends keyof MessageDraft>(field: Name, value: MessageDraft[Name]) => void;
  getError: (field: MessageField) => string | undefined;
};
