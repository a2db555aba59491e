import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { wallClock } from '../../../domain/format/date.ts';
import { keptAfterTrialDays, maxReasonLength, trialDays } from '../../../domain/tenants/limits.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDelete, type Loss } from '../../ui/ConfirmDelete.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconBan, IconFolders, IconReportAnalytics, IconUsers, IconWorld } from '../../ui/icons.ts';
import { DayField } from '../../ui/MomentField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { unitQuery } from './loader.ts';
import { type UnitTarget, useChangeUnit } from './use-change-unit.ts';

export type Asking = {
  what: 'block' | 'extend' | 'delete';
  unit: UnitTarget & { kind: 'platform' | 'partner' | 'unit'; status: string };
  opened: boolean;
};
type Props = { asking: Asking; onAsk: (asking: Asking) => void; onClose: () => void };

const dayMs = 86_400_000;
const two = (value: number) => String(value).padStart(2, '0');
function dayIn(days: number, zone: string): string {
  const { year, month, day } = wallClock(new Date(Date.now() + days * dayMs), zone);
  return `${year}-${two(month)}-${two(day)}`;
}

/** Confirms before a unit or partner is deactivated or deleted, or its trial extended. */
export function StatusDialogs({ asking, onAsk, onClose }: Props) {
  const { t } = useTranslation();
  const { apply } = useChangeUnit();
  const { save, problem, clear } = useSave();
  const { unit, what } = asking;
  const word = unit.kind === 'partner' ? 'partner' : 'unit';
  // No suspense: the losses are listed when they arrive; the confirmation does not wait for them.
  const { data } = useQuery({ ...unitQuery(unit.id), enabled: asking.opened && what === 'delete' });
  const close = () => {
    clear();
    onClose();
  };
  const carryOut = async (more: { reason?: string; trialEndsOn?: string } = {}) => {
    if (await save(() => apply(what, unit, more))) close();
  };
  const losses: Loss[] = data
    ? [
        { icon: IconUsers, text: t('tenants.delete.users', { count: data.users }), outcome: t('tenants.delete.shutOut'), lost: true },
        { icon: IconReportAnalytics, text: t('tenants.delete.reports', { count: data.tree.reports }), outcome: t('tenants.delete.kept') },
        { icon: IconFolders, text: t('tenants.delete.groups', { count: data.groups }), outcome: t('tenants.delete.kept') },
        { icon: IconWorld, text: data.hosts.map(({ host }) => host).join(', '), outcome: t('tenants.delete.noAnswer'), lost: true },
      ]
    : [];
  return (
    <>
      <ReasonDialog
        opened={asking.opened && what === 'block'}
        title={t('tenants.block.title', { name: unit.name })}
        text={t(`tenants.block.${word}`)}
        label={t('tenants.block.reason')}
        submitLabel={t('tenants.action.block')}
        maxLength={maxReasonLength}
        problem={problem?.text ?? null}
        onSubmit={(reason) => carryOut({ reason })}
        onClose={close}
      />
      <Dialog
        opened={asking.opened && what === 'extend'}
        title={t('tenants.extend.title', { name: unit.name })}
        text={t('tenants.extend.text', { days: keptAfterTrialDays })}
        onClose={close}
      >
        <ExtendForm problem={problem?.text ?? null} onSubmit={(trialEndsOn) => carryOut({ trialEndsOn })} onClose={close} />
      </Dialog>
      <ConfirmDelete
        opened={asking.opened && what === 'delete'}
        name={unit.name}
        text={t(`tenants.delete.${word}`)}
        losses={losses}
        milder={
          unit.status === 'A' || unit.status === 'T'
            ? { icon: IconBan, label: t('tenants.delete.milder'), onClick: () => onAsk({ ...asking, what: 'block' }) }
            : undefined
        }
        problem={problem?.text ?? null}
        onConfirm={() => carryOut()}
        onClose={close}
      />
    </>
  );
}

function ExtendForm({
  problem,
  onSubmit,
  onClose,
}: {
  problem: string | null;
  onSubmit: (day: string) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const zone = useZone();
  const [day, setDay] = useState<string | null>(() => dayIn(trialDays.usual, zone));
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!day || saving) return;
    setSaving(true);
    await onSubmit(day).finally(() => setSaving(false));
  };
  return (
    <form onSubmit={submit} noValidate>
      {problem && <Notice tone="err">{problem}</Notice>}
      <div className="tenants-day">
        <DayField
          label={t('tenants.extend.day')}
          value={day}
          onChange={setDay}
          from={dayIn(0, zone)}
          error={tried && !day ? t('ui.form.required', { name: t('tenants.extend.day') }) : undefined}
        />
      </div>
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button kind="primary" type="submit" loading={saving}>
          {t('tenants.action.extend')}
        </Button>
      </div>
    </form>
  );
}
