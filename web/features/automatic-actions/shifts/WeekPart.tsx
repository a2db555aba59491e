import { Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { shiftPurposes } from '../../../../domain/capacity/rules.ts';
import type { ShiftRow } from '../../../../domain/capacity/shifts-contract.ts';
import { isOn } from '../../../../domain/contract/flag.ts';
import { useSearchValues, useSetSearch } from '../../../app/address/address.ts';
import { Part } from '../../../app/shell/Part.tsx';
import { useTranslation } from '../../../i18n.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconCalendar, IconCopy, IconPlus } from '../../../ui/icons.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import { capacitiesQuery, getPurpose, shiftsQuery } from '../loader.ts';
import { rulesQuery } from '../queries.ts';
import { inLegend } from './blocks.ts';
import { CopyDialog } from './CopyDialog.tsx';
import { DayList, getLooks, shiftName, WeekGrid } from './WeekGrid.tsx';
import './shifts.css';

const ShiftDrawer = lazy(() => import('./ShiftDrawer.tsx').then((module) => ({ default: module.ShiftDrawer })));
const HolidaysDialog = lazy(() => import('./HolidaysDialog.tsx').then((module) => ({ default: module.HolidaysDialog })));

function Legend({ shifts, isCapacity }: { shifts: readonly ShiftRow[]; isCapacity: boolean }) {
  const { t } = useTranslation();
  const look = getLooks(shifts);
  return (
    <ul className="plain-list shift-legend small muted">
      {inLegend(shifts).map((shift) => (
        <li key={shift.id}>
          <i
            className="shift-swatch"
            data-look={look.get(shift.id) ?? 0}
            data-unused={!isOn(shift.useSchedule) || undefined}
            aria-hidden="true"
          />
          {shiftName(shift)}
        </li>
      ))}
      {isCapacity && (
        <li>
          <i className="shift-swatch" data-look="paused" aria-hidden="true" />
          {t('actions.shift.paused')}
        </li>
      )}
    </ul>
  );
}

/** What holds outside of the shifts, as far as the capacity's rules are known here. */
function Outside({ capacity, shifts }: { capacity: string | null; shifts: readonly ShiftRow[] }) {
  const { t } = useTranslation();
  // No suspense: the week doesn't wait for the sentence below it.
  const { data } = useQuery({ ...rulesQuery(capacity ?? ''), gcTime: 60_000, enabled: capacity !== null });
  const rules = data?.rules;
  if (!rules) return t('actions.week.holidays');
  const pauses = isOn(rules.autoPause) || shifts.some((shift) => isOn(shift.useSchedule) && isOn(shift.autoPause));
  const outside = isOn(rules.wakeOutside)
    ? t(pauses ? 'actions.week.wakes' : 'actions.week.wakesAndStays', { count: rules.idleMinutes })
    : t('actions.week.closed');
  return `${t('actions.week.holidays')} ${outside}`;
}

/** The week of a capacity's shifts, of access hours, or of agents on duty. With `full` the purpose and the holidays can be chosen. */
export function WeekPart({ full }: { full: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const values = useSearchValues();
  const change = useSetSearch();
  const purpose = full ? getPurpose(values) : 'capacity';
  const isCapacity = purpose === 'capacity';
  const { data } = useSuspenseQuery(shiftsQuery(purpose));
  const capacities = useSuspenseQuery(capacitiesQuery).data.items.filter(({ controls }) => isOn(controls));
  const capacity = capacities.find(({ id }) => id === values.capacity) ?? capacities[0] ?? null;
  const isNarrow = useMediaQuery('(max-width: 480px)', false, { getInitialValueInEffect: false });
  const [copying, setCopying] = useState(false);
  // What is opened is kept while the drawer closes.
  const [drawer, setDrawer] = useState<{ id: string; row: ShiftRow | null; isOpen: boolean; opening: number } | null>(null);
  const wanted = values.shift;
  const found = data.items.find(({ id }) => id === wanted) ?? null;
  if (wanted && (wanted === 'new' || found) && (!drawer?.isOpen || drawer.id !== wanted))
    setDrawer({ id: wanted, row: found, isOpen: true, opening: (drawer?.opening ?? 0) + 1 });
  if (!wanted && drawer?.isOpen) setDrawer({ ...drawer, isOpen: false });

  const shifts = data.items.filter((shift) => !isCapacity || shift.capacityId === (capacity?.id ?? null));
  const open = (shift: ShiftRow) => change({ shift: shift.id });
  const Week = isNarrow ? DayList : WeekGrid;
  const holidays = (
    <Button icon={IconCalendar} onClick={() => change({ holidays: '1' })}>
      {t('actions.holidays')}
    </Button>
  );
  const none = isCapacity && !capacity;
  return (
    <section className="card shift-card" aria-label={t(`actions.week.${purpose}`)}>
      <div className="shift-head">
        <h2>{t(`actions.week.${purpose}`)}</h2>
        {isCapacity && capacity && (
          <Select
            aria-label={t('actions.target.capacity')}
            data={capacities.map(({ id, name }) => ({ value: id, label: name }))}
            value={capacity.id}
            onChange={(id) => change({ capacity: id ?? undefined }, { replace: true })}
            allowDeselect={false}
            withScrollArea={false}
            className="shift-capacity"
          />
        )}
        {!none && <Legend shifts={shifts} isCapacity={isCapacity} />}
        <div className="shift-tools">
          {full && holidays}
          {shifts.length > 0 && (
            <Button icon={IconCopy} onClick={() => setCopying(true)}>
              {t('actions.copy.button')}
            </Button>
          )}
          {!none && (
            <Button icon={IconPlus} onClick={() => change({ shift: 'new' })}>
              {t('actions.shift.new')}
            </Button>
          )}
        </div>
      </div>
      {full && (
        <Segmented
          label={t('actions.purpose')}
          segments={shiftPurposes.map((value) => ({ value, label: t(`actions.purpose.${value}`) }))}
          value={purpose}
          onChange={(next) => change({ purpose: next === 'capacity' ? undefined : next, shift: undefined }, { replace: true })}
        />
      )}
      {none ? (
        <EmptyState
          compact
          title={t('actions.week.noCapacity')}
          action={<ButtonLink href="/powerbi/resources">{t('shell.entry.capacity')}</ButtonLink>}
        />
      ) : (
        <>
          <Week shifts={shifts} zone={data.zone} onOpen={open} />
          <p className="small muted shift-foot">
            {isCapacity ? <Outside capacity={capacity?.id ?? null} shifts={shifts} /> : t(`actions.week.${purpose}Help`)}
          </p>
        </>
      )}
      {drawer && (
        <Part>
          <ShiftDrawer
            key={drawer.opening}
            opened={drawer.isOpen}
            shift={drawer.row}
            purpose={purpose}
            capacity={capacity}
            others={shifts.filter(({ id }) => id !== drawer.id)}
            onReload={async () =>
              (await client.fetchQuery({ ...shiftsQuery(purpose), staleTime: 0 })).items.find(({ id }) => id === drawer.id)
            }
            onClose={() => change({ shift: undefined })}
          />
        </Part>
      )}
      <CopyDialog opened={copying} shifts={shifts} onClose={() => setCopying(false)} />
      {full && values.holidays === '1' && (
        <Part>
          <HolidaysDialog opened onClose={() => change({ holidays: undefined })} />
        </Part>
      )}
    </section>
  );
}
