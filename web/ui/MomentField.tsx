import { TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/es';
import 'dayjs/locale/pt';
import 'dayjs/locale/pt-br';
import { type ReactNode, useId, useState } from 'react';
import { isMonthFirst, wallClock } from '../../domain/format/date.ts';
import { toInstant } from '../../domain/format/to-instant.ts';
import { parseDay } from '../../domain/validation/day.ts';
import { parseTime } from '../../domain/validation/time.ts';
import { useTranslation } from '../i18n.ts';
import { IconCalendar } from './icons.ts';
import './MomentField.css';

const locales = { 'en-US': 'en', 'pt-BR': 'pt-br', 'pt-PT': 'pt', es: 'es' } as const;
const two = (value: number) => String(value).padStart(2, '0');

type DayProps = {
  label: ReactNode;
  /** `yyyy-mm-dd`, or null. */
  value: string | null;
  onChange: (day: string | null) => void;
  error?: ReactNode;
  description?: ReactNode;
  /** The first selectable day, `yyyy-mm-dd`. */
  from?: string;
  clearable?: boolean;
};

/** A date, shown in the language's order and chosen from a calendar by pointer or keyboard. */
export function DayField({ label, value, onChange, error, description, from, clearable = false }: DayProps) {
  const { t, language } = useTranslation();
  return (
    <DatePickerInput
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      valueFormat={isMonthFirst(language) ? 'MM/DD/YYYY' : 'DD/MM/YYYY'}
      locale={locales[language]}
      firstDayOfWeek={0}
      placeholder={t('ui.moment.dayShape')}
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden="true" />}
      leftSectionPointerEvents="none"
      minDate={from}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t('ui.moment.clear') }}
      ariaLabels={{ nextMonth: t('ui.moment.nextMonth'), previousMonth: t('ui.moment.previousMonth') }}
      popoverProps={{ zIndex: 330, withinPortal: true }}
    />
  );
}

type Props = {
  label: string;
  /** An ISO instant, or null while the field is incomplete. */
  value: string | null;
  onChange: (instant: string | null) => void;
  zone: string;
  error?: ReactNode;
  description?: ReactNode;
  from?: Date;
};

/** Splits an instant into date and time in the zone. */
function getParts(instant: string, zone: string): { day: string; time: string } {
  const wall = wallClock(new Date(instant), zone);
  return { day: `${wall.year}-${two(wall.month)}-${two(wall.day)}`, time: `${two(wall.hours)}:${two(wall.minutes)}` };
}

/** An instant in the tenant's time zone, as date and time; a partial input is kept and counts as null. */
export function MomentField({ label, value, onChange, zone, error, description, from }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const [half, setHalf] = useState<{ day: string | null; time: string }>({ day: null, time: '' });
  const shown = value ? getParts(value, zone) : half;
  const change = (next: { day: string | null; time: string }) => {
    setHalf(next);
    const day = next.day ? parseDay(next.day.replaceAll('-', '/')) : null;
    const clock = parseTime(next.time);
    onChange(day && clock ? toInstant({ ...day, ...clock }, zone).toISOString() : null);
  };
  return (
    <fieldset className="moment" aria-describedby={description ? `${name}-help` : undefined}>
      <legend>{label}</legend>
      <DayField
        label={t('ui.moment.day')}
        value={shown.day}
        onChange={(day) => change({ ...shown, day })}
        error={error ? true : undefined}
        {...(from ? { from: getParts(from.toISOString(), zone).day } : {})}
      />
      <TextInput
        type="time"
        label={t('ui.moment.time')}
        value={shown.time}
        onChange={(event) => change({ ...shown, time: event.currentTarget.value })}
        error={error ? true : undefined}
      />
      {description && (
        <div id={`${name}-help`} className="moment-help">
          {description}
        </div>
      )}
      {error && (
        <div className="moment-error" role="alert">
          {error}
        </div>
      )}
    </fieldset>
  );
}
