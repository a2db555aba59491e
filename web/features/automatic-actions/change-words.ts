import type { OptionField, TaskField, TaskOptions } from '../../../domain/automatic-actions/fields.ts';
import { type TaskTargetKind, taskTargets } from '../../../domain/automatic-actions/task.ts';
import { type StoredTrigger, triggerFields } from '../../../domain/automatic-actions/trigger.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { TextKey, Translate } from '../../i18n.ts';
import { whenWords } from './when-words.ts';
import { zoneTime } from './zone-city.ts';

/** What one side of a change records; `targetName` is what its target is called now. */
type Side = Readonly<Record<string, unknown>>;
type Words = { t: Translate; language: Language; zone: string };
type Line = { label: TextKey; words: (side: Side) => string };

const none = '–';
const text = (value: unknown): string => (typeof value === 'string' && value ? value : none);
const yes = (value: unknown, t: Translate) => t(value === true ? 'ui.yes' : 'ui.no');

/** Minutes in words, in whole days or hours where they are that. */
export function lengthWords(minutes: number, t: Translate): string {
  if (minutes % 1440 === 0) return t('actions.field.days24', { count: minutes / 1440 });
  return minutes % 60 === 0 ? t('actions.field.hours', { count: minutes / 60 }) : t('actions.field.minutes', { count: minutes });
}

export const announceWords = (hours: number, t: Translate): string =>
  hours === 0 ? t('actions.announce.not') : t('actions.announce.hours', { count: hours });

const getBehaviour = ({ blocks, exceptAdmin }: TaskOptions) =>
  blocks === false ? 'warn' : exceptAdmin === false ? 'everybody' : 'exceptAdmin';

function targetWords({ targetKind, targetId, targetName }: Side, t: Translate): string {
  const kind: TaskTargetKind | undefined = taskTargets.find((each) => each === targetKind);
  if (kind === 'unit' || targetId === null) return t('actions.target.unit');
  const name = typeof targetName === 'string' ? targetName : t('actions.target.gone');
  return kind ? `${t(`actions.target.${kind}`)}: ${name}` : name;
}

type Option = { label: TextKey; words?: (options: TaskOptions, t: Translate) => string };
const behaviour: Option = {
  label: 'actions.field.behaviour',
  words: (options, t) => t(`actions.behaviour.${getBehaviour(options)}`),
};
/** The options in words; what people wrote is too long for a line, which says only that it changed. */
const options: Record<OptionField, Option> = {
  size: { label: 'actions.field.size', words: ({ size }) => text(size) },
  minutes: { label: 'actions.field.length', words: ({ minutes }, t) => (minutes ? lengthWords(minutes, t) : none) },
  title: { label: 'actions.field.title', words: ({ title }) => text(title) },
  text: { label: 'actions.field.text', words: ({ text: said }) => text(said) },
  blocks: behaviour,
  exceptAdmin: behaviour,
  pausesCapacity: { label: 'actions.field.pausesCapacity', words: ({ pausesCapacity }, t) => yes(pausesCapacity, t) },
  announceHours: { label: 'actions.field.announce', words: ({ announceHours = 0 }, t) => announceWords(announceHours, t) },
  message: { label: 'actions.field.message' },
  notice: { label: 'actions.field.notice' },
};
const optionNames = Object.keys(options) as OptionField[]; // because Object.keys loses the literal type

// Because factsOfTask records them.
const optionsIn = ({ options: found }: Side): TaskOptions => (found && typeof found === 'object' ? (found as TaskOptions) : {});

function optionLines(before: Side, after: Side, t: Translate): string[] {
  const [was, is] = [optionsIn(before), optionsIn(after)];
  const changed = optionNames.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  return changed.map((name) => {
    const { label, words } = options[name];
    const field = t(label);
    return words
      ? t('actions.history.field', { field, before: words(was, t), after: words(is, t) })
      : t('actions.history.changed', { field });
  });
}

const instant =
  (name: string, { language, zone }: Words) =>
  (side: Side) =>
    typeof side[name] === 'string' && side[name] ? formatDateTime(language, new Date(side[name]), zone) : none;

/** An edit of an action, line by line: each changed field with its previous and its new value in words. */
export function changeLines(before: Side, after: Side, words: Words): string[] {
  const { t, language } = words;
  const target: Line = { label: 'actions.column.what', words: (side) => targetWords(side, t) };
  const lines: Record<Exclude<TaskField, 'options'> | 'triggers', Line> = {
    name: { label: 'actions.field.name', words: ({ name }) => text(name) },
    targetKind: target,
    targetId: target,
    triggers: {
      label: 'actions.field.when',
      // Because factsOfTask records them.
      words: ({ triggers }) => (Array.isArray(triggers) ? whenWords((triggers as StoredTrigger[]).map(triggerFields), t, language) : none),
    },
    startsAt: { label: 'actions.field.startsAt', words: instant('startsAt', words) },
    endsAt: { label: 'actions.field.endsAt', words: instant('endsAt', words) },
    zone: {
      label: 'actions.field.zone',
      words: (side) => zoneTime(typeof side.zone === 'string' ? side.zone : words.zone, t, language),
    },
    wakeOutside: { label: 'actions.field.wakeOutside', words: ({ wakeOutside }) => yes(wakeOutside, t) },
  };
  const changed = Object.entries(lines).flatMap(([name, { label, words: of }]) =>
    Object.hasOwn(after, name) ? [t('actions.history.field', { field: t(label), before: of(before), after: of(after) })] : [],
  );
  // Two fields of one choice, such as a target's kind and id, are one line.
  return [...new Set([...changed, ...(Object.hasOwn(after, 'options') ? optionLines(before, after, t) : [])])];
}
