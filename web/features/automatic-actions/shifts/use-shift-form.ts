import { type ShiftField, type ShiftFlag, shiftFields, shiftFlags } from '../../../../domain/capacity/fields.ts';
import type { ShiftPurpose } from '../../../../domain/capacity/rules.ts';
import type { NewShift, ShiftRow } from '../../../../domain/capacity/shifts-contract.ts';
import { isOn, toFlag } from '../../../../domain/contract/flag.ts';
import { buildRecord, pick } from '../../../../domain/fields/fields.ts';
import { useTranslation } from '../../../i18n.ts';
import { useForm } from '../../../ui/use-form.ts';
import { workdays } from '../when-words.ts';
import { conflictName, type ShiftTimes } from './blocks.ts';

export type ShiftDraft = Omit<Pick<ShiftRow, ShiftField>, ShiftFlag> & Record<ShiftFlag, boolean>;
/** Where the drawer shows a refusal. */
export const refusedFields: readonly ShiftField[] = ['name', 'days', 'starts', 'ends', 'idleMinutes', 'size'];

const usual: ShiftDraft = {
  name: '',
  days: [...workdays],
  starts: '08:00',
  ends: '20:00',
  autoActivate: true,
  autoPause: true,
  idleMinutes: null,
  useSchedule: true,
  size: null,
};

export const toShiftDraft = (shift: ShiftRow | null): ShiftDraft =>
  shift ? { ...pick(shift, shiftFields), ...buildRecord(shiftFlags, (name) => isOn(shift[name])) } : usual;

/** The fields in the endpoints' format; only a capacity's shift starts, pauses and sizes something. */
export const toShiftFields = (draft: ShiftDraft, purpose: ShiftPurpose): Omit<NewShift, 'purpose' | 'capacityId'> => ({
  ...pick(draft, shiftFields),
  ...buildRecord(shiftFlags, (name) => toFlag(draft[name])),
  name: draft.name.trim(),
  ...(purpose !== 'capacity' && { idleMinutes: null, size: null }),
});

const getTimes = (draft: ShiftDraft, id: string): ShiftTimes => ({
  ...draft,
  id,
  autoActivate: toFlag(draft.autoActivate),
  autoPause: toFlag(draft.autoPause),
});

type Options = { purpose: ShiftPurpose; shift: ShiftRow | null; others: readonly ShiftRow[] };

/** The fields of a shift; one that wants something else than another at the same time names that one. */
export function useShiftForm({ purpose, shift, others }: Options) {
  const { t } = useTranslation();
  const required = (name: string) => t('ui.form.required', { name });
  return useForm<ShiftDraft>({
    start: toShiftDraft(shift),
    version: shift?.version ?? 0,
    problems: (draft) => {
      const isTimed = draft.days.length > 0 && draft.starts !== '' && draft.ends !== '';
      const conflict =
        purpose === 'capacity' && isTimed && draft.useSchedule ? conflictName(getTimes(draft, shift?.id ?? ''), others) : null;
      return {
        ...(!draft.name.trim() && { name: required(t('actions.shift.name')) }),
        ...(draft.days.length === 0 && { days: t('actions.trigger.wrong.days') }),
        ...(!draft.starts && { starts: required(t('actions.shift.starts')) }),
        ...(!draft.ends && { ends: required(t('actions.shift.ends')) }),
        ...(conflict !== null && { ends: t('shift_overlaps', { name: conflict }) }),
      };
    },
  });
}
