import { NumberInput, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CapacityFull } from '../../../domain/capacity/contract.ts';
import { capacityLimits } from '../../../domain/capacity/limits.ts';
import { type Flag, isOn, toFlag } from '../../../domain/contract/flag.ts';
import { call } from '../../app/data/api.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useSave } from '../../app/data/use-save.ts';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { toast } from '../../ui/toast.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { useForm } from '../../ui/use-form.ts';
import { refreshActions, rulesQuery } from './queries.ts';

type Draft = {
  followShifts: boolean;
  autoPause: boolean;
  idleMinutes: number | null;
  forceStop: boolean;
  wakeOutside: boolean;
  confirm: string;
};

type Rules = NonNullable<CapacityFull['rules']>;
const toDraft = ({ followShifts, autoPause, idleMinutes, forceStop, wakeOutside }: Rules): Draft => ({
  followShifts: isOn(followShifts),
  autoPause: isOn(autoPause),
  idleMinutes,
  forceStop: isOn(forceStop),
  wakeOutside: isOn(wakeOutside),
  confirm: '',
});

type Props = { id: string; opened: boolean; onClose: () => void };

/** A capacity that follows its shifts: what specification 3 says of such a task stands on the capacity (SECOND_HALF 2.3, 9). */
export function RulesDrawer({ id, opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={opened} title={t('actions.rules.name')} gone={t('actions.rules.gone')} onClose={onClose}>
      <Existing id={id} opened={opened} onClose={onClose} />
    </RecordDrawer>
  );
}

function Existing({ id, opened, onClose }: Props) {
  const { t } = useTranslation();
  const { data, refetch } = useSuspenseQuery(rulesQuery(id));
  if (data.rules && isOn(data.controls))
    return <Form capacity={data} rules={data.rules} opened={opened} onClose={onClose} onReload={async () => (await refetch()).data} />;
  return (
    <DrawerForm title={t('actions.rules.name')} text={data.name} dirty={false} readOnly onSubmit={() => {}} onClose={onClose}>
      <Notice tone="info">{t('capacity_elsewhere')}</Notice>
    </DrawerForm>
  );
}

type FormProps = Omit<Props, 'id'> & { capacity: CapacityFull; rules: Rules; onReload: () => Promise<CapacityFull | undefined> };

function Form({ capacity, rules, opened, onClose: shut, onReload }: FormProps) {
  const { t } = useTranslation();
  const { least, most } = capacityLimits.idleMinutes;
  const [start] = useState(() => toDraft(rules));
  const form = useForm<Draft>({
    start,
    version: capacity.version,
    problems: ({ idleMinutes }) => ({
      ...((idleMinutes === null || idleMinutes < least || idleMinutes > most) && {
        idleMinutes: t('actions.rules.idleRange', { least, most }),
      }),
    }),
  });
  const { save, busy, problem, problemAt, clear } = useSave({
    fields: ['confirm', 'autoPause', 'idleMinutes'],
    refresh: refreshActions,
  });
  const { leave } = useDrawerGuard(opened, form.dirty);
  const onClose = () => leave(shut);
  const { draft, base } = form;
  // The first pause for idleness touches everything that runs on the capacity: its name is typed.
  const begins = draft.autoPause && !base.autoPause;
  const reserved = isOn(rules.paidByReservation) ? t('capacity_reserved') : null;
  const submit = async () => {
    clear();
    if (!form.dirty) return onClose();
    if (!form.check()) return;
    const sent: Record<'followShifts' | 'autoPause' | 'forceStop' | 'wakeOutside', Flag> = {
      followShifts: toFlag(draft.followShifts),
      autoPause: toFlag(draft.autoPause),
      forceStop: toFlag(draft.forceStop),
      wakeOutside: toFlag(draft.wakeOutside),
    };
    await save(async () => {
      await call('PUT /api/auth/resources/{id}', {
        id: capacity.id,
        version: form.version,
        baseSize: rules.baseSize,
        idleMinutes: draft.idleMinutes ?? rules.idleMinutes,
        ...sent,
        ...(begins ? { confirm: draft.confirm } : {}),
      });
      toast.success(t('actions.rules.saved'), { text: capacity.name });
      onClose();
    });
  };
  const reload = async () => {
    const fresh = await onReload();
    if (fresh?.rules) form.rebase(toDraft(fresh.rules), fresh.version);
    clear();
  };
  return (
    <DrawerForm
      title={t('actions.rules.name')}
      text={capacity.name}
      dirty={opened && form.dirty}
      saving={busy}
      problem={problem && <SaveRefusal refusal={problem} reloadLabel={t('actions.reload')} onReload={reload} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="actions-fields">
        <SwitchRow
          label={t('actions.action.follow')}
          text={t('actions.rules.followHelp')}
          checked={draft.followShifts}
          onChange={(followShifts) => form.change({ followShifts })}
        />
        <SwitchRow
          label={t('actions.rules.autoPause')}
          text={t('actions.rules.autoPauseHelp')}
          checked={draft.autoPause}
          disabledReason={draft.autoPause ? null : reserved}
          onChange={(autoPause) => form.change({ autoPause })}
        />
        <NumberInput
          label={t('actions.rules.idleMinutes')}
          description={t('actions.rules.idleRange', { least, most })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.idleMinutes ?? ''}
          onChange={(value) => form.change({ idleMinutes: typeof value === 'number' ? value : null })}
          min={least}
          max={most}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          suffix=" min"
          error={problemAt('idleMinutes') ?? form.getError('idleMinutes')}
        />
        <SwitchRow
          label={t('actions.rules.forceStop')}
          text={t('actions.rules.forceStopHelp')}
          checked={draft.forceStop}
          onChange={(forceStop) => form.change({ forceStop })}
        />
        <SwitchRow
          label={t('actions.rules.wakeOutside')}
          text={t('actions.rules.wakeOutsideHelp')}
          checked={draft.wakeOutside}
          onChange={(wakeOutside) => form.change({ wakeOutside })}
        />
        {begins && (
          <TextInput
            label={t('actions.rules.confirm', { name: capacity.name })}
            description={[t('actions.rules.confirmHelp'), capacity.kind === 'fabric' && t('capacity.pause.settles')]
              .filter(Boolean)
              .join(' ')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={draft.confirm}
            onChange={(event) => form.change({ confirm: event.currentTarget.value })}
            error={problemAt('confirm') ?? problemAt('autoPause')}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <p className="small">
          <UiLink href={`/powerbi/resources?id=${capacity.id}`}>{t('actions.rules.more')}</UiLink>
        </p>
      </div>
    </DrawerForm>
  );
}
