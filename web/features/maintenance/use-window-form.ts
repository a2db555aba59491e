import type { WindowField as Stored } from '../../../domain/maintenance/fields.ts';
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
import { useForm } from '../../ui/use-form.ts';
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
  /** `now` notifies users as soon as it is saved. */
  announceHours: number | 'now';
  loginNotice: boolean;
  pausesCapacity: boolean;
};
export type WindowField = 'targetIds' | 'startsAt' | 'endsAt' | 'title';

const hour = 3_600_000;
const nextQuarter = (at: number) => Math.ceil(at / (hour / 4)) * (hour / 4);

/** The initial draft: scheduled for tonight's next quarter hour, or starting now for one hour. */
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
  pausesCapacity: false,
});

/** A new start keeps the length of the window. */
export const startingAt = ({ startsAt: was, endsAt }: WindowDraft, startsAt: string | null): Partial<WindowDraft> => ({
  startsAt,
  ...(was && endsAt && startsAt && { endsAt: new Date(Date.parse(endsAt) + Date.parse(startsAt) - Date.parse(was)).toISOString() }),
});

export const toDraft = (row: WindowRow): WindowDraft => ({
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
  pausesCapacity: row.pausesCapacity === 'S',
});

/** Lead time in hours; when notifying now, the hours left until the start. */
const hoursAhead = ({ announceHours, startsAt }: WindowDraft): number =>
  announceHours === 'now'
    ? Math.min(maxAnnounceHours, Math.max(1, Math.ceil((Date.parse(startsAt ?? '') - Date.now()) / hour)))
    : announceHours;

/** The fields in the endpoints' format; texts of a language without a title are not sent. */
export const getFields = (draft: WindowDraft, endsAt: string) =>
  ({
    title: draft.words.title.trim(),
    text: draft.words.text.trim(),
    texts: Object.fromEntries(Object.entries(draft.texts).filter(([, words]) => words.title.trim())),
    endsAt,
    blocks: draft.behaviour === 'warn' ? ('N' as const) : ('S' as const),
    exceptAdmin: draft.behaviour === 'exceptAdmin' ? ('S' as const) : ('N' as const),
    announceHours: hoursAhead(draft),
    pausesCapacity: draft.pausesCapacity && draft.behaviour !== 'warn' ? ('S' as const) : ('N' as const),
    loginNotice: draft.loginNotice ? ('S' as const) : ('N' as const),
  }) satisfies Record<Exclude<Stored, 'startsAt'>, unknown>;

/** The fields of a window; errors of targets and texts are mapped to the server's field names. */
export function useWindowForm(start: WindowDraft, version = 0) {
  const { t } = useTranslation();
  const required = (name: string) => t('ui.form.required', { name });
  return useForm<WindowDraft, WindowField>({
    start,
    version,
    problems: (draft, base) => {
      const startsAt = draft.when === 'now' ? Date.now() : Date.parse(draft.startsAt ?? '');
      const isMoved = draft.startsAt !== base.startsAt || base === draft;
      const times: TimesProblem | null =
        draft.startsAt && draft.endsAt ? timesProblem(startsAt, Date.parse(draft.endsAt), Date.now(), isMoved) : null;
      return {
        ...(draft.target !== 'unit' && draft.items.length === 0 && { targetIds: required(t(`maintenance.target.${draft.target}`)) }),
        ...(!draft.words.title.trim() && { title: required(t('maintenance.form.title')) }),
        ...(draft.when === 'later' && !draft.startsAt && { startsAt: required(t('maintenance.form.startsAt')) }),
        ...(!draft.endsAt && { endsAt: required(t('maintenance.form.endsAt')) }),
        ...(times && { [times.field]: t(`maintenance.times.${times.reason}`) }),
      };
    },
  });
}
export type WindowFormState = ReturnType<typeof useWindowForm>;
