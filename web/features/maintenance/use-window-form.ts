import { useState } from 'react';
import {
  defaultAnnounceHours,
  defaultNowHours,
  maxAnnounceHours,
  type TimesProblem,
  timesProblem,
  type WindowTarget,
} from '../../../domain/maintenance/window.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { useTranslation } from '../../i18n.ts';
import type { WindowRow } from './queries.ts';

export type Behaviour = 'exceptAdmin' | 'everybody' | 'warn';
export type Named = { id: string; name: string };
export type Words = { title: string; text: string };

export type WindowDraft = {
  target: WindowTarget;
  items: readonly Named[];
  when: 'now' | 'later';
  startsAt: string | null;
  endsAt: string | null;
  words: Words;
  texts: Partial<Record<Language, Words>>;
  behaviour: Behaviour;
  /** `now` tells people as soon as it is saved. */
  announceHours: number | 'now';
  loginNotice: boolean;
};
export type WindowField = 'targetIds' | 'startsAt' | 'endsAt' | 'title';

const hour = 3_600_000;
const nextQuarter = (at: number) => Math.ceil(at / (hour / 4)) * (hour / 4);

/** A window as it begins: scheduled for tonight's next full quarter, or now with an hour to go. */
export const newDraft = (now: number, target: WindowTarget, items: readonly Named[]): WindowDraft => ({
  target,
  items,
  when: 'now',
  startsAt: new Date(nextQuarter(now + 24 * hour)).toISOString(),
  endsAt: new Date(nextQuarter(now + defaultNowHours * hour)).toISOString(),
  words: { title: '', text: '' },
  texts: {},
  behaviour: 'exceptAdmin',
  announceHours: defaultAnnounceHours,
  loginNotice: false,
});

export const draftOf = (row: WindowRow): WindowDraft => ({
  target: row.target,
  items: row.targetId ? [{ id: row.targetId, name: row.targetName ?? '' }] : [],
  when: 'later',
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  words: { title: row.title, text: row.text },
  texts: row.texts,
  behaviour: row.blocks === 'N' ? 'warn' : row.exceptAdmin === 'S' ? 'exceptAdmin' : 'everybody',
  announceHours: row.announceHours,
  loginNotice: row.loginNotice === 'S',
});

/** Hours before the start; told now is told as many before it as there are left. */
const hoursOf = ({ announceHours, startsAt }: WindowDraft): number =>
  announceHours === 'now'
    ? Math.min(maxAnnounceHours, Math.max(1, Math.ceil((Date.parse(startsAt ?? '') - Date.now()) / hour)))
    : announceHours;

/** The fields as the endpoints want them; words of a language that has no title are not sent. */
export const fieldsOf = (draft: WindowDraft, endsAt: string) => ({
  title: draft.words.title.trim(),
  text: draft.words.text.trim(),
  texts: Object.fromEntries(Object.entries(draft.texts).filter(([, words]) => words.title.trim())),
  endsAt,
  blocks: draft.behaviour === 'warn' ? ('N' as const) : ('S' as const),
  exceptAdmin: draft.behaviour === 'exceptAdmin' ? ('S' as const) : ('N' as const),
  announceHours: hoursOf(draft),
  loginNotice: draft.loginNotice ? ('S' as const) : ('N' as const),
});

/** The state of the window's form: what was typed, whether it differs from what was loaded, and what is wrong with it. */
export function useWindowForm(start: WindowDraft) {
  const { t } = useTranslation();
  const [base, setBase] = useState(start);
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<WindowField, string>>>({});

  const startsAt = draft.when === 'now' ? Date.now() : Date.parse(draft.startsAt ?? '');
  const times: TimesProblem | null =
    draft.startsAt && draft.endsAt
      ? timesProblem(startsAt, Date.parse(draft.endsAt), Date.now(), draft.startsAt !== base.startsAt || base === draft)
      : null;
  const problems: Partial<Record<WindowField, string>> = {
    ...(draft.target !== 'unit' && draft.items.length === 0
      ? { targetIds: t('ui.form.required', { name: t(`maintenance.target.${draft.target}`) }) }
      : {}),
    ...(draft.words.title.trim() ? {} : { title: t('ui.form.required', { name: t('maintenance.form.title') }) }),
    ...(draft.when === 'later' && !draft.startsAt ? { startsAt: t('ui.form.required', { name: t('maintenance.form.startsAt') }) } : {}),
    ...(draft.endsAt ? {} : { endsAt: t('ui.form.required', { name: t('maintenance.form.endsAt') }) }),
    ...(times ? { [times.field]: t(`maintenance.times.${times.reason}`) } : {}),
  };
  return {
    draft,
    dirty: JSON.stringify(draft) !== JSON.stringify(base),
    set: (change: Partial<WindowDraft>) => {
      setDraft((before) => ({ ...before, ...change }));
      setRefused({});
    },
    load(next: WindowDraft) {
      setBase(next);
      setDraft(next);
    },
    errorOf: (field: WindowField): string | undefined => (tried ? problems[field] : undefined) ?? refused[field],
    check(): boolean {
      setTried(true);
      return Object.keys(problems).length === 0;
    },
    refuse: (field: WindowField, text: string) => setRefused((before) => ({ ...before, [field]: text })),
  };
}
export type WindowForm = ReturnType<typeof useWindowForm>;
