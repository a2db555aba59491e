import { Radio, Select, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { announceWords, lengthWords } from './change-words.ts';
import type { Behaviour, TaskFormState } from './use-task-form.ts';

const lengths = [15, 30, 60, 90, 120, 180, 240, 360, 480, 720, 1440, 2880, 4320] as const;
const leads = [0, 1, 4, 12, 24, 48, 72, 168] as const;
const behaviours: readonly Behaviour[] = ['exceptAdmin', 'everybody', 'warn'];
const above = { zIndex: 320 };

/** What a maintenance that a task starts says and does. */
export function MaintenanceFields({ form }: { form: TaskFormState }) {
  const { t } = useTranslation();
  const { draft } = form;
  const minutes = [...new Set([...lengths, draft.minutes])].sort((one, other) => one - other);
  return (
    <>
      <Select
        label={t('actions.field.length')}
        data={minutes.map((value) => ({ value: String(value), label: lengthWords(value, t) }))}
        value={String(draft.minutes)}
        onChange={(value) => form.change({ minutes: Number(value ?? 120) })}
        allowDeselect={false}
        comboboxProps={above}
        withScrollArea={false}
        classNames={{ options: 'group-options' }}
      />
      <TextInput
        label={t('actions.field.title')}
        value={draft.title}
        onChange={(event) => form.change({ title: event.currentTarget.value })}
        error={form.getError('title')}
        maxLength={120}
        autoComplete="off"
      />
      <Textarea
        label={
          <>
            {t('actions.field.text')} <span className="muted">{t('ui.form.optional')}</span>
          </>
        }
        description={t('actions.field.textHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.text}
        onChange={(event) => form.change({ text: event.currentTarget.value })}
        maxLength={600}
        autosize
        minRows={2}
        maxRows={6}
      />
      <Radio.Group
        label={t('actions.field.behaviour')}
        value={draft.behaviour}
        onChange={(value) => form.change({ behaviour: behaviours.find((known) => known === value) ?? 'exceptAdmin' })}
      >
        <div className="audience">
          {behaviours.map((behaviour) => (
            <Radio key={behaviour} value={behaviour} label={t(`actions.behaviour.${behaviour}`)} />
          ))}
        </div>
      </Radio.Group>
      <Select
        label={t('actions.field.announce')}
        data={leads.map((hours) => ({
          value: String(hours),
          label: announceWords(hours, t),
        }))}
        value={String(draft.announceHours)}
        onChange={(value) => form.change({ announceHours: Number(value ?? 24) })}
        allowDeselect={false}
        comboboxProps={above}
        withScrollArea={false}
      />
      <SwitchRow
        label={t('actions.field.pausesCapacity')}
        text={t('actions.field.pausesCapacityHelp')}
        checked={draft.pausesCapacity}
        onChange={(pausesCapacity) => form.change({ pausesCapacity })}
      />
    </>
  );
}
