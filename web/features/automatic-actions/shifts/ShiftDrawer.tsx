import { NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isFirstPause } from '../../../../domain/capacity/first-pause.ts';
import { capacityLimits } from '../../../../domain/capacity/limits.ts';
import type { ShiftPurpose } from '../../../../domain/capacity/rules.ts';
import type { ShiftRow } from '../../../../domain/capacity/shifts-contract.ts';
import { isOn } from '../../../../domain/contract/flag.ts';
import { call } from '../../../app/data/api.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { SaveRefusal } from '../../../app/data/SaveRefusal.tsx';
import { useSave } from '../../../app/data/use-save.ts';
import { useDrawerGuard } from '../../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDelete } from '../../../ui/ConfirmDelete.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { IconTrash } from '../../../ui/icons.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { SwitchRow } from '../../../ui/SwitchRow.tsx';
import { toast } from '../../../ui/toast.ts';
import { DayChips } from '../DayChips.tsx';
import { type Named, refreshActions, rulesQuery } from '../queries.ts';
import { refusedFields, toShiftDraft, toShiftFields, useShiftForm } from './use-shift-form.ts';

const above = { zIndex: 320 };

type Props = {
  opened: boolean;
  /** Null adds a shift. */
  shift: ShiftRow | null;
  purpose: ShiftPurpose;
  /** The capacity of a new shift, or of this one. */
  capacity: Named | null;
  /** The other shifts of the same capacity. */
  others: readonly ShiftRow[];
  onReload: () => Promise<ShiftRow | undefined>;
  onClose: () => void;
};

type FieldsProps = { form: ReturnType<typeof useShiftForm>; sizes: readonly string[]; isReserved: boolean };

/** Where a reservation pays, idle pauses stay off, or as they were before it did. */
const pausesWith = ({ draft, base }: ReturnType<typeof useShiftForm>, shift: ShiftRow | null, isReserved: boolean): boolean =>
  draft.autoPause && !(isReserved && (shift === null || !base.autoPause));

const getPausing = ({ id, autoPause, useSchedule }: ShiftRow) => ({ id, autoPause: isOn(autoPause), useSchedule: isOn(useSchedule) });

/** What a capacity does during the shift. */
function CapacityFields({ form, shift, sizes: offered, isReserved }: FieldsProps & { shift: ShiftRow | null }) {
  const { t } = useTranslation();
  const { draft } = form;
  const { least, most } = capacityLimits.idleMinutes;
  const sizes = [...new Set([...offered, ...(draft.size ? [draft.size] : [])])];
  const autoPause = pausesWith(form, shift, isReserved);
  return (
    <>
      <Select
        label={t('actions.field.size')}
        data={[{ value: '', label: t('actions.shift.baseSize') }, ...sizes.map((size) => ({ value: size, label: size }))]}
        value={draft.size ?? ''}
        onChange={(size) => form.change({ size: size || null })}
        error={form.getError('size')}
        allowDeselect={false}
        comboboxProps={above}
        withScrollArea={false}
        classNames={{ options: 'group-options' }}
      />
      <SwitchRow
        label={t('actions.shift.autoActivate')}
        text={t('actions.shift.autoActivateHelp')}
        checked={draft.autoActivate}
        onChange={(autoActivate) => form.change({ autoActivate })}
      />
      <SwitchRow
        label={t('actions.shift.autoPause')}
        text={t(isReserved && autoPause ? 'capacity_reserved' : 'actions.shift.autoPauseHelp')}
        checked={autoPause}
        disabledReason={isReserved && !autoPause ? t('capacity_reserved') : null}
        onChange={(autoPause) => form.change({ autoPause })}
      />
      <NumberInput
        label={
          <>
            {t('actions.rules.idleMinutes')} <span className="muted">{t('ui.form.optional')}</span>
          </>
        }
        description={`${t('actions.rules.idleRange', { least, most })} ${t('actions.shift.idleHelp')}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.idleMinutes ?? ''}
        onChange={(value) => form.change({ idleMinutes: typeof value === 'number' ? value : null })}
        min={least}
        max={most}
        allowDecimal={false}
        allowNegative={false}
        suffix=" min"
        error={form.getError('idleMinutes')}
      />
    </>
  );
}

/** A named weekly window: a new one, or the one that is edited, with its deletion. */
export function ShiftDrawer({ opened, shift, purpose, capacity, others, onReload, onClose: shut }: Props) {
  const { t } = useTranslation();
  const form = useShiftForm({ purpose, shift, others });
  const { save, busy, problem, clear } = useSave({ fields: refusedFields, refuseAt: form.refuse, refresh: refreshActions });
  const { leave } = useDrawerGuard(opened, form.dirty);
  // No suspense: the form opens at once, and its sizes come when they are known.
  const { data } = useQuery({ ...rulesQuery(capacity?.id ?? ''), enabled: opened && capacity !== null });
  const isReserved = data?.rules?.paidByReservation === 'S';
  const [asks, setAsks] = useState(false);
  const [isOnlyOne, setOnlyOne] = useState(false);
  const onClose = () => leave(shut);
  const { draft } = form;
  const autoPause = pausesWith(form, shift, isReserved);
  const send = (confirm?: string) =>
    save(async () => {
      const fields = { ...toShiftFields({ ...draft, autoPause }, purpose), ...(confirm && { confirm }) };
      if (shift) await call('PUT /api/auth/shifts/{id}', { id: shift.id, version: form.version, ...fields });
      else await call('POST /api/auth/shifts', { purpose, capacityId: purpose === 'capacity' ? (capacity?.id ?? null) : null, ...fields });
      setAsks(false);
      toast.success(t(shift ? 'actions.shift.saved' : 'actions.shift.added'), { text: fields.name });
      onClose();
    });
  const submit = async () => {
    clear();
    if (shift && !form.dirty) return onClose();
    if (!form.check()) return;
    const own = { id: shift?.id ?? '', autoPause, useSchedule: draft.useSchedule };
    const rules = data?.rules && { autoPause: isOn(data.rules.autoPause) };
    if (rules && isFirstPause(own, shift && getPausing(shift), { rules, others: others.map(getPausing) })) return setAsks(true);
    await send();
  };
  const remove = async (without?: 'always' | 'keep') => {
    if (!shift) return;
    clear();
    const agreed =
      without !== undefined ||
      (await confirm({
        title: t('ui.delete.title', { name: shift.name }),
        text: t('actions.shift.deleteText'),
        yes: t('ui.delete.submit'),
        no: t('ui.cancel'),
        danger: true,
        typed: shift.name,
      }));
    if (!agreed) return;
    await save(async () => {
      try {
        await call('DELETE /api/auth/shifts/{id}', { id: shift.id, ...(without ? { without } : {}) });
      } catch (error) {
        setOnlyOne(error instanceof ApiError && error.status === 'shift_in_use');
        throw error;
      }
      toast.success(t('actions.shift.deleted'), { text: shift.name });
      onClose();
    });
  };
  const reload = async () => {
    const fresh = await onReload();
    if (fresh) form.rebase(toShiftDraft(fresh), fresh.version);
    clear();
  };
  const time = (field: 'starts' | 'ends') => (
    <TextInput
      type="time"
      label={t(`actions.shift.${field}`)}
      value={draft[field]}
      onChange={(event) => form.change({ [field]: event.currentTarget.value })}
      error={form.getError(field)}
    />
  );
  return (
    <FormDrawer
      opened={opened}
      title={t(shift ? 'actions.shift.edit' : 'actions.shift.new')}
      text={[t(`actions.purpose.${purpose}`), purpose === 'capacity' && capacity?.name].filter(Boolean).join(', ')}
      dirty={form.dirty}
      saving={busy}
      submitLabel={shift ? undefined : t('actions.shift.add')}
      problem={problem && <SaveRefusal refusal={problem} reloadLabel={t('actions.reload')} onReload={reload} />}
      aside={
        shift && (
          <Button kind="text" icon={IconTrash} onClick={() => void remove()}>
            {t('actions.menu.delete')}
          </Button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="actions-fields">
        {isOnlyOne && (
          <Notice tone="warn" title={t('actions.shift.without')}>
            <span className="row row-wrap">
              <Button size="s" onClick={() => void remove('always')}>
                {t('actions.shift.withoutAlways')}
              </Button>
              <Button size="s" onClick={() => void remove('keep')}>
                {t('actions.shift.withoutKeep')}
              </Button>
            </span>
          </Notice>
        )}
        <TextInput
          label={t('actions.shift.name')}
          value={draft.name}
          onChange={(event) => form.change({ name: event.currentTarget.value })}
          error={form.getError('name')}
          maxLength={capacityLimits.nameLength}
          autoComplete="off"
          data-autofocus={!shift || undefined}
        />
        <div className="actions-week">
          <p className="actions-label">{t('actions.field.days')}</p>
          <DayChips
            label={t('actions.field.days')}
            days={draft.days}
            onChange={(days) => form.change({ days })}
            invalid={form.getError('days') !== undefined}
          />
          {form.getError('days') && (
            <p className="small actions-wrong" role="alert">
              {form.getError('days')}
            </p>
          )}
        </div>
        <div className="actions-two-fields">
          {time('starts')}
          {time('ends')}
        </div>
        <p className="small muted">{t('actions.shift.nightHelp')}</p>
        {purpose === 'capacity' && <CapacityFields form={form} shift={shift} sizes={data?.sizes ?? []} isReserved={isReserved} />}
        <SwitchRow
          label={t('actions.shift.useSchedule')}
          text={t('actions.shift.useScheduleHelp')}
          checked={draft.useSchedule}
          onChange={(useSchedule) => form.change({ useSchedule })}
        />
        {shift && purpose !== 'capacity' && <p className="small muted">{t('actions.shift.people', { count: shift.people })}</p>}
        {capacity && (
          <ConfirmDelete
            opened={asks}
            top
            name={capacity.name}
            title={t('capacity.first.title')}
            text={t('capacity.first.text')}
            losses={[]}
            submitLabel={t('capacity.first.submit')}
            problem={problem?.text ?? null}
            onConfirm={() => send(capacity.name)}
            onClose={() => setAsks(false)}
          />
        )}
      </div>
    </FormDrawer>
  );
}
