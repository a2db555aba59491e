import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { taskLimits } from '../../../domain/automatic-actions/limits.ts';
import { offeredTypes, taskActions } from '../../../domain/automatic-actions/task.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation, withTexts } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconPlus, IconTrash } from '../../ui/icons.ts';
import { MomentField } from '../../ui/MomentField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { UntimedFields } from '../notices/index.ts';
import { MaintenanceFields } from './MaintenanceFields.tsx';
import { NextRuns } from './NextRuns.tsx';
import { rulesQuery } from './queries.ts';
import { actionWords, knownAction } from './run-words.ts';
import { CapacityPick, TargetField } from './TargetField.tsx';
import { TriggerFields } from './TriggerFields.tsx';
import { usualTrigger } from './trigger-draft.ts';
import { type TaskFormState, withType } from './use-task-form.ts';
import { capital } from './when-words.ts';
import { zoneTime } from './zone-city.ts';

const above = { zIndex: 320 };
const MessageFields = lazy(() =>
  withTexts(['write'], () => import('../messages/index.ts')).then((module) => ({ default: module.MessageFields })),
);

const shownHours = [1, 4, 8, 12, 24, 48, 72, 168, 336, 720] as const;

/** The notice that each run posts, and for how long it is shown. */
function PublishedNotice({ form }: { form: TaskFormState }) {
  const { t } = useTranslation();
  const { notice, noticeHours } = form.draft;
  const hours = [...new Set([...shownHours, noticeHours])].sort((one, other) => one - other);
  return (
    <section className="actions-when" aria-label={t('actions.field.notice')}>
      <h3>{t('actions.field.notice')}</h3>
      <Suspense fallback={<ListSkeleton />}>
        <UntimedFields form={{ draft: notice, change: (part) => form.change({ notice: { ...notice, ...part } }), getError: form.getError }}>
          <Select
            label={t('actions.field.shownFor')}
            description={t('actions.field.shownForHelp')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={hours.map((count) => ({
              value: String(count),
              label: count % 24 === 0 ? t('actions.field.days24', { count: count / 24 }) : t('actions.field.hours', { count }),
            }))}
            value={String(noticeHours)}
            onChange={(value) => form.change({ noticeHours: Number(value ?? 24) })}
            allowDeselect={false}
            comboboxProps={above}
            withScrollArea={false}
            classNames={{ options: 'group-options' }}
          />
        </UntimedFields>
      </Suspense>
    </section>
  );
}

/** Size that a resize changes to, of those that Azure offers for this capacity. */
function SizeField({ form }: { form: TaskFormState }) {
  const { t } = useTranslation();
  const { target, size } = form.draft;
  // No suspense: a field of a form, which says itself that its options load.
  const { data } = useQuery({ ...rulesQuery(target?.id ?? ''), enabled: target !== null });
  const sizes = [...new Set([...(data?.sizes ?? []), ...(size ? [size] : [])])];
  return (
    <Select
      label={t('actions.field.size')}
      data={sizes}
      value={size}
      onChange={(next) => form.change({ size: next })}
      error={form.getError('size')}
      allowDeselect={false}
      comboboxProps={above}
      withScrollArea={false}
      classNames={{ options: 'group-options' }}
      nothingFoundMessage={t(target ? 'actions.target.none' : 'actions.field.sizeFirst')}
    />
  );
}

type WhatProps = {
  form: TaskFormState;
  isNew: boolean;
  /** When it last did what it is for. */
  lastSent: string;
  follows: boolean;
  onFollows: (follows: boolean) => void;
};

/** Type and action; those of a stored task stay. */
function What({ form, isNew, lastSent, follows, onFollows }: WhatProps) {
  const { t } = useTranslation();
  const { draft } = form;
  if (!isNew)
    return (
      <dl className="actions-facts small">
        <dt className="muted">{t('actions.field.type')}</dt>
        <dd>{t(`actions.type.${draft.type}`)}</dd>
        <dt className="muted">{t('actions.field.action')}</dt>
        <dd>{actionWords(draft.action, t)}</dd>
        <dt className="muted">{t('actions.column.lastSent')}</dt>
        <dd className="num">{lastSent}</dd>
      </dl>
    );
  const actions = [...taskActions[draft.type], ...(draft.type === 'capacity' ? (['follow'] as const) : [])];
  const choose = (value: string | null) => {
    onFollows(value === 'follow');
    const action = knownAction(value ?? '');
    if (action) form.change({ action });
  };
  return (
    <>
      <Segmented
        label={t('actions.field.type')}
        segments={offeredTypes.map((value) => ({ value, label: t(`actions.type.${value}`) }))}
        value={draft.type}
        onChange={(type) => {
          onFollows(false);
          form.change(withType(draft, type));
        }}
      />
      {actions.length > 1 && (
        <Select
          label={t('actions.field.action')}
          data={actions.map((value) => ({ value, label: actionWords(value, t) }))}
          value={follows ? 'follow' : draft.action}
          onChange={choose}
          allowDeselect={false}
          comboboxProps={above}
          withScrollArea={false}
        />
      )}
    </>
  );
}

/** The clock of a task that kept its moments when the unit moved to another zone: its own, or from now on the unit's. */
function ClockField({ form, own }: { form: TaskFormState; own: string }) {
  const { t, language } = useTranslation();
  const unit = useZone();
  return (
    <Segmented
      label={t('actions.field.zone')}
      segments={[own, unit].map((zone) => ({ value: zone, label: capital(zoneTime(zone, t, language)) }))}
      value={form.draft.zone ?? unit}
      onChange={(zone) => form.change({ zone: zone === own ? own : null })}
    />
  );
}

function Triggers({ form }: { form: TaskFormState }) {
  const { t } = useTranslation();
  const { triggers } = form.draft;
  const [ownZone] = useState(form.draft.zone);
  const wrong = form.getError('triggers');
  return (
    <section className="actions-when" aria-label={t('actions.field.when')}>
      <h3>{t('actions.field.when')}</h3>
      {ownZone && <ClockField form={form} own={ownZone} />}
      {triggers.map((trigger, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a trigger has no id, and the list is short.
        <div key={at} className="actions-trigger-card">
          {triggers.length > 1 && (
            <p className="row small">
              <b>{t('actions.trigger.number', { number: at + 1 })}</b>
              <span className="push" />
              <IconButton
                icon={IconTrash}
                size="s"
                label={t('actions.trigger.remove', { number: at + 1 })}
                onClick={() => form.change({ triggers: triggers.filter((_, n) => n !== at) })}
              />
            </p>
          )}
          <TriggerFields
            trigger={trigger}
            wrong={wrong !== undefined}
            onChange={(next) => form.change({ triggers: triggers.map((each, n) => (n === at ? next : each)) })}
          />
        </div>
      ))}
      {wrong && (
        <p className="small actions-wrong" role="alert">
          {wrong}
        </p>
      )}
      {triggers.length < taskLimits.triggers && (
        <Button size="s" kind="text" icon={IconPlus} onClick={() => form.change({ triggers: [...triggers, usualTrigger] })}>
          {t('actions.trigger.add')}
        </Button>
      )}
      <NextRuns draft={form.draft} />
    </section>
  );
}

type Props = WhatProps & { suggested: string };

/** All fields of a task: what, on what, when, with which options, and until when (Spec 3, Task). */
export function TaskFields({ suggested, ...what }: Props) {
  const { t } = useTranslation();
  const zone = useZone();
  const { form, isNew, follows } = what;
  const { draft } = form;
  if (follows)
    return (
      <>
        <What {...what} />
        <CapacityPick value={draft.target} onChange={(target) => form.change({ target })} error={form.getError('targetId')} />
        <Notice tone="info">{t('actions.follow.help')}</Notice>
      </>
    );
  return (
    <>
      <What {...what} />
      {draft.type !== 'notification' && <TargetField form={form} />}
      {draft.action === 'resize' && <SizeField form={form} />}
      <TextInput
        label={
          <>
            {t('actions.field.name')} {isNew && <span className="muted">{t('ui.form.optional')}</span>}
          </>
        }
        placeholder={suggested}
        value={draft.name}
        onChange={(event) => form.change({ name: event.currentTarget.value })}
        error={form.getError('name')}
        maxLength={taskLimits.nameLength}
        autoComplete="off"
      />
      <Triggers form={form} />
      {draft.action === 'start' && (
        <section className="actions-when" aria-label={t('actions.type.maintenance')}>
          <h3>{t('actions.type.maintenance')}</h3>
          <MaintenanceFields form={form} />
        </section>
      )}
      {draft.action === 'send' && (
        <section className="actions-when" aria-label={t('actions.field.message')}>
          <h3>{t('actions.field.message')}</h3>
          <Suspense fallback={<ListSkeleton />}>
            <MessageFields
              form={{
                draft: draft.message,
                set: (field, value) => form.change({ message: { ...draft.message, [field]: value } }),
                getError: form.getError,
              }}
            />
          </Suspense>
        </section>
      )}
      {draft.action === 'publish' && <PublishedNotice form={form} />}
      {draft.type === 'dataset' && (
        <SwitchRow
          label={t('actions.field.wakeOutside')}
          text={t('actions.field.wakeOutside.dataset')}
          checked={draft.wakeOutside}
          onChange={(wakeOutside) => form.change({ wakeOutside })}
        />
      )}
      <section className="actions-when" aria-label={t('actions.field.active')}>
        <h3>{t('actions.field.active')}</h3>
        <MomentField
          label={t('actions.field.startsAt')}
          description={isNew ? t('actions.field.startsAtHelp') : undefined}
          value={draft.startsAt}
          onChange={(startsAt) => form.change({ startsAt })}
          zone={zone}
          error={form.getError('startsAt')}
        />
        <MomentField
          label={t('actions.field.endsAt')}
          description={t('actions.field.endsAtHelp')}
          value={draft.endsAt}
          onChange={(endsAt) => form.change({ endsAt })}
          zone={zone}
          error={form.getError('endsAt')}
          from={new Date()}
        />
      </section>
    </>
  );
}
