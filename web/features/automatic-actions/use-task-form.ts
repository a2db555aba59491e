import type { NewTask, TaskFull, TriggerFields } from '../../../domain/automatic-actions/contract.ts';
import type { TaskField } from '../../../domain/automatic-actions/fields.ts';
import { taskLimits } from '../../../domain/automatic-actions/limits.ts';
import {
  type OfferedType,
  type TaskAction,
  type TaskTargetKind,
  targetsOfType,
  taskActions,
} from '../../../domain/automatic-actions/task.ts';
import { isOn, toFlag } from '../../../domain/contract/flag.ts';
import { useTranslation } from '../../i18n.ts';
import { useForm } from '../../ui/use-form.ts';
import { draftOfMessage, emptyDraft, getAudience, getTexts, halfIn, type MessageDraft, writtenIn } from '../messages/index.ts';
import {
  draftOfUntimed,
  type NoticeDraft,
  type NoticeProblem,
  newDraft as newNotice,
  problemsOfNotice,
  untimedFields,
} from '../notices/index.ts';
import type { Named } from './queries.ts';
import { sentTrigger, triggerProblem, usualTrigger } from './trigger-draft.ts';

export type Behaviour = 'exceptAdmin' | 'everybody' | 'warn';

export type TaskDraft = {
  type: OfferedType;
  action: TaskAction;
  name: string;
  targetKind: TaskTargetKind;
  target: Named | null;
  triggers: readonly TriggerFields[];
  startsAt: string | null;
  endsAt: string | null;
  /** The clock of its triggers; null: the unit's. */
  zone: string | null;
  wakeOutside: boolean;
  size: string | null;
  title: string;
  text: string;
  minutes: number;
  behaviour: Behaviour;
  announceHours: number;
  pausesCapacity: boolean;
  message: MessageDraft;
  notice: NoticeDraft;
  /** For how long each notice is shown. */
  noticeHours: number;
};
/** Where the form shows a refusal. */
export type RefusedField = 'name' | 'targetId' | 'triggers' | 'startsAt' | 'endsAt' | 'size' | 'title' | 'body' | 'audience' | 'texts';
export const refusedFields: readonly RefusedField[] = [
  'name',
  'targetId',
  'triggers',
  'startsAt',
  'endsAt',
  'size',
  'title',
  'body',
  'audience',
  'texts',
];

const dayMs = 86_400_000;

/** A new task: refresh data on weekdays at six, for a year. */
export const newDraft = (now: number, about: Partial<TaskDraft> = {}): TaskDraft => ({
  type: 'dataset',
  action: 'refresh',
  name: '',
  targetKind: 'report',
  target: null,
  triggers: [usualTrigger],
  startsAt: null,
  endsAt: new Date(Math.ceil((now + taskLimits.activeDays * dayMs) / 60_000) * 60_000).toISOString(),
  zone: null,
  wakeOutside: false,
  size: null,
  title: '',
  text: '',
  minutes: 120,
  behaviour: 'exceptAdmin',
  announceHours: 24,
  pausesCapacity: false,
  message: emptyDraft,
  notice: newNotice(now),
  noticeHours: 24,
  ...about,
});

/** The draft with another type: its first action, and its first kind of target. */
export const withType = (draft: TaskDraft, type: OfferedType): Partial<TaskDraft> =>
  type === draft.type
    ? {}
    : { type, action: taskActions[type][0], targetKind: targetsOfType[type][0] ?? 'report', target: null, size: null, wakeOutside: false };

type Notice = NonNullable<TaskFull['options']['notice']>;
function draftOfNotice({ names, ...notice }: Notice): NoticeDraft {
  const ids = notice.audience.type === 'groups' ? notice.audience.ids : [];
  return draftOfUntimed({ ...notice, groups: ids.map((id, at) => ({ id, name: names[at] ?? id })) });
}

export const toDraft = (task: TaskFull): TaskDraft => {
  const { options } = task;
  return {
    type: task.type,
    action: task.action,
    name: task.name,
    targetKind: task.targetKind,
    target: task.targetId ? { id: task.targetId, name: task.targetName ?? '' } : null,
    triggers: task.triggers,
    startsAt: task.startsAt,
    endsAt: task.endsAt,
    zone: task.zone,
    wakeOutside: isOn(task.wakeOutside),
    size: options.size ?? null,
    title: options.title ?? '',
    text: options.text ?? '',
    minutes: options.minutes ?? 120,
    behaviour: options.blocks === 'N' ? 'warn' : options.exceptAdmin === 'N' ? 'everybody' : 'exceptAdmin',
    announceHours: options.announceHours ?? 24,
    pausesCapacity: isOn(options.pausesCapacity),
    message: options.message ? draftOfMessage({ ...options.message, mail: isOn(options.message.mail) }) : emptyDraft,
    notice: options.notice ? draftOfNotice(options.notice) : newNotice(Date.now()),
    noticeHours: options.notice?.hours ?? 24,
  };
};

/** At least one language, and none with only a subject or only a text. */
const isWhole = (message: MessageDraft) => writtenIn(message).length > 0 && !halfIn(message);

function getMessage(message: MessageDraft): NewTask['options'] {
  const audience = getAudience(message) ?? { type: 'all' as const };
  const named = message.type === 'groups' ? message.groups : message.type === 'users' ? message.users : [];
  return {
    message: {
      audience: 'ids' in audience ? { ...audience, ids: [...audience.ids] } : audience,
      texts: getTexts(message),
      mail: toFlag(message.mail),
      names: named.map(({ name }) => name),
    },
  };
}

function getOptions(draft: TaskDraft): NewTask['options'] {
  if (draft.action === 'resize') return { size: draft.size };
  if (draft.action === 'send') return getMessage(draft.message);
  if (draft.action === 'publish')
    return { notice: { ...untimedFields(draft.notice), hours: draft.noticeHours, names: draft.notice.groups.map(({ name }) => name) } };
  if (draft.action !== 'start') return {};
  return {
    minutes: draft.minutes,
    title: draft.title.trim(),
    text: draft.text.trim(),
    blocks: toFlag(draft.behaviour !== 'warn'),
    exceptAdmin: toFlag(draft.behaviour === 'exceptAdmin'),
    announceHours: draft.announceHours,
    pausesCapacity: toFlag(draft.pausesCapacity),
  };
}

/** The fields in the endpoints' format; an unnamed task is called `suggested`. */
export const getFields = (draft: TaskDraft, suggested: string) =>
  ({
    name: draft.name.trim() || suggested.slice(0, taskLimits.nameLength),
    targetKind: draft.targetKind,
    targetId: draft.targetKind === 'unit' ? null : (draft.target?.id ?? null),
    triggers: draft.triggers.map(sentTrigger),
    startsAt: draft.startsAt,
    endsAt: draft.endsAt,
    zone: draft.zone,
    wakeOutside: toFlag(draft.wakeOutside),
    options: getOptions(draft),
  }) satisfies Record<TaskField | 'triggers', unknown>;

const noticeNames = { title: 'actions.field.title', body: 'actions.field.text', texts: 'actions.field.notice' } as const;

/** The fields of a task; a refusal of one trigger stands under all of them. */
export function useTaskForm(start: TaskDraft, version = 0) {
  const { t } = useTranslation();
  const required = (name: string) => t('ui.form.required', { name });
  // Its own form has texts of its own; here it is a part.
  const noticeProblem = (field: NoticeProblem['field']): [RefusedField, string] => {
    if (field === 'profiles' || field === 'groups') return ['audience', required(t('actions.field.audience'))];
    return [field, required(t(noticeNames[field]))];
  };
  return useForm<TaskDraft, RefusedField>({
    start,
    version,
    problems: (draft) => {
      const trigger = draft.triggers.map(triggerProblem).find((problem) => problem !== null);
      const begins = Math.max(draft.startsAt ? Date.parse(draft.startsAt) : 0, Date.now());
      const isBackwards = draft.endsAt !== null && Date.parse(draft.endsAt) <= begins;
      return {
        ...(draft.targetKind !== 'unit' && !draft.target && { targetId: required(t(`actions.target.${draft.targetKind}`)) }),
        ...(trigger && { triggers: t(`actions.trigger.wrong.${trigger}`) }),
        ...(!draft.endsAt && { endsAt: required(t('actions.field.endsAt')) }),
        ...(isBackwards && { endsAt: t('actions.field.endsAtWrong') }),
        ...(draft.action === 'resize' && !draft.size && { size: required(t('actions.field.size')) }),
        ...(draft.action === 'send' && !getAudience(draft.message) && { audience: required(t('actions.field.audience')) }),
        ...(draft.action === 'send' && !isWhole(draft.message) && { texts: required(t('actions.field.message')) }),
        ...(draft.action === 'publish' && Object.fromEntries(problemsOfNotice(draft.notice).map(({ field }) => noticeProblem(field)))),
        ...(draft.action === 'start' && !draft.title.trim() && { title: required(t('actions.field.title')) }),
      };
    },
  });
}
export type TaskFormState = ReturnType<typeof useTaskForm>;
