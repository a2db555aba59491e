import { Select } from '@mantine/core';
import type { TriggerFields as Trigger } from '../../../domain/automatic-actions/contract.ts';
import { taskLimits } from '../../../domain/automatic-actions/limits.ts';
import { wallClock } from '../../../domain/format/date.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconPlus, IconTrash } from '../../ui/icons.ts';
import { DayField } from '../../ui/MomentField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { DayChips } from './DayChips.tsx';
import { triggerProblem, withFrequency, withPeriod } from './trigger-draft.ts';
import { capital, workdays } from './when-words.ts';

const frequencies = ['once', 'daily', 'weekly', 'monthly'] as const;
const steps = [15, 20, 30, 60, 120, 180, 240, 360] as const;
const monthDays = Array.from({ length: 31 }, (_, index) => String(index + 1));
const two = (value: number) => String(value).padStart(2, '0');
/** Select lists above a drawer. */
const above = { zIndex: 320 };

type Props = { trigger: Trigger; onChange: (trigger: Trigger) => void; wrong: boolean };

/** Set times of a day, at least one. */
function Times({ trigger, onChange, wrong }: Props) {
  const { t } = useTranslation();
  const { times } = trigger;
  const put = (next: string[]) => onChange({ ...trigger, times: next });
  const missing = wrong && triggerProblem(trigger) === 'times';
  return (
    <div className="actions-times">
      {times.map((time, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a time has no id, and the list is short.
        <span key={at} className="actions-time">
          <input
            type="time"
            aria-label={t('actions.field.time', { number: at + 1 })}
            aria-invalid={(missing && !time) || undefined}
            value={time}
            onChange={(event) => put(times.map((each, n) => (n === at ? event.target.value : each)))}
          />
          {times.length > 1 && (
            <IconButton
              icon={IconTrash}
              size="s"
              label={t('actions.field.removeTime', { time })}
              onClick={() => put(times.filter((_, n) => n !== at))}
            />
          )}
        </span>
      ))}
      {times.length < taskLimits.times && (
        <Button size="s" kind="text" icon={IconPlus} onClick={() => put([...times, times.at(-1) === '13:00' ? '18:00' : '13:00'])}>
          {t('actions.field.addTime')}
        </Button>
      )}
    </div>
  );
}

/** Every so many minutes between two times. */
function Period({ trigger, onChange, wrong }: Props) {
  const { t } = useTranslation();
  const missing = wrong && triggerProblem(trigger) === 'period';
  const time = (part: 'from' | 'until') => (
    <label className="actions-time-field">
      <span>{t(`actions.field.${part}`)}</span>
      <input
        type="time"
        aria-invalid={(missing && part === 'until') || undefined}
        value={trigger[part] ?? ''}
        onChange={(event) => onChange({ ...trigger, [part]: event.target.value || null })}
      />
    </label>
  );
  return (
    <div className="actions-period">
      <Select
        label={t('actions.field.every')}
        data={steps.map((minutes) => ({
          value: String(minutes),
          label: minutes < 60 ? t('actions.field.minutes', { count: minutes }) : t('actions.field.hours', { count: minutes / 60 }),
        }))}
        value={String(trigger.everyMinutes)}
        onChange={(value) => onChange({ ...trigger, everyMinutes: Number(value ?? 30) })}
        allowDeselect={false}
        comboboxProps={above}
        withScrollArea={false}
      />
      {time('from')}
      {time('until')}
    </div>
  );
}

/** The day of a month, what a shorter month does, and the choice of a business day. */
function MonthDay({ trigger, onChange }: Omit<Props, 'wrong'>) {
  const { t } = useTranslation();
  const { monthDay, shortMonth, businessDay } = trigger;
  const isLast = monthDay === 31 && shortMonth === 'last';
  const day = isLast ? 'last' : String(monthDay ?? 1);
  return (
    <>
      <Select
        label={t('actions.field.monthDay')}
        data={[...monthDays.map((value) => ({ value, label: value })), { value: 'last', label: capital(t('actions.month.last')) }]}
        value={day}
        onChange={(value) =>
          onChange({
            ...trigger,
            monthDay: value === 'last' ? 31 : Number(value ?? 1),
            shortMonth: value === 'last' ? 'last' : value === '31' ? 'skip' : shortMonth,
          })
        }
        allowDeselect={false}
        comboboxProps={above}
        maxDropdownHeight={260}
        classNames={{ options: 'group-options' }}
        withScrollArea={false}
      />
      {!isLast && (monthDay ?? 1) > 28 && monthDay !== 31 && (
        <Segmented
          label={t('actions.field.shortMonth')}
          segments={(['last', 'skip'] as const).map((value) => ({ value, label: t(`actions.shortMonth.${value}`) }))}
          value={shortMonth}
          onChange={(next) => onChange({ ...trigger, shortMonth: next })}
        />
      )}
      {monthDay === 31 && !isLast && <p className="small muted">{t('actions.shortMonth.skips')}</p>}
      <Select
        label={t('actions.field.businessDay')}
        data={(['none', 'next', 'previous'] as const).map((value) => ({ value, label: t(`actions.businessDay.${value}`) }))}
        value={businessDay}
        onChange={(value) => onChange({ ...trigger, businessDay: value === 'next' || value === 'previous' ? value : 'none' })}
        allowDeselect={false}
        comboboxProps={above}
        withScrollArea={false}
      />
    </>
  );
}

/** When a task runs: frequency, days, trigger times or a period, and what holidays do (Spec 3, Task). */
export function TriggerFields({ trigger, onChange, wrong }: Props) {
  const { t } = useTranslation();
  const zone = useZone();
  const { frequency } = trigger;
  const { year, month, day } = wallClock(new Date(), zone);
  const today = `${year}-${two(month)}-${two(day)}`;
  const problem = wrong ? triggerProblem(trigger) : null;
  const isPeriod = trigger.everyMinutes !== null;
  return (
    <div className="actions-trigger">
      <Segmented
        label={t('actions.field.frequency')}
        segments={frequencies.map((value) => ({ value, label: t(`actions.frequency.${value}`) }))}
        value={frequency}
        onChange={(next) => onChange(withFrequency(trigger, next, today))}
      />
      {frequency === 'once' && (
        <DayField
          label={t('actions.field.date')}
          value={trigger.date}
          onChange={(date) => onChange({ ...trigger, date })}
          from={today}
          error={problem === 'date' ? true : undefined}
        />
      )}
      {frequency === 'weekly' && (
        <div className="actions-week">
          <DayChips
            label={t('actions.field.days')}
            days={trigger.days}
            onChange={(days) => onChange({ ...trigger, days })}
            invalid={problem === 'days'}
          />
          {trigger.days.length !== workdays.length && (
            <Button size="s" kind="text" onClick={() => onChange({ ...trigger, days: [...workdays] })}>
              {capital(t('actions.days.workdays'))}
            </Button>
          )}
        </div>
      )}
      {frequency === 'monthly' && <MonthDay trigger={trigger} onChange={onChange} />}
      {frequency !== 'once' && (
        <Segmented
          label={t('actions.field.timesOrPeriod')}
          segments={[
            { value: 'times', label: t('actions.times') },
            { value: 'period', label: t('actions.period') },
          ]}
          value={isPeriod ? 'period' : 'times'}
          onChange={(next) => (next === 'period') !== isPeriod && onChange(withPeriod(trigger, next === 'period'))}
        />
      )}
      {isPeriod ? (
        <Period trigger={trigger} onChange={onChange} wrong={wrong} />
      ) : (
        <Times trigger={trigger} onChange={onChange} wrong={wrong} />
      )}
      {frequency !== 'once' && (
        <SwitchRow
          label={t('actions.field.skipHolidays')}
          text={t('actions.field.skipHolidaysHelp')}
          checked={trigger.onHoliday === 'skip'}
          onChange={(skips) => onChange({ ...trigger, onHoliday: skips ? 'skip' : 'run' })}
        />
      )}
    </div>
  );
}
