import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRead } from '../../app/data/use-read.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconSearch } from '../../ui/icons.ts';
import { type EnterableUnit, unitsQuery } from './queries.ts';

const settleMs = 200;
const open = ({ status, role }: EnterableUnit) => status === 'active' && role !== 'billing';

type Props = { onChoose: (unit: EnterableUnit) => void };

/** A partner's units, the most recently entered first; searched on the server. */
export function UnitChoice({ onChoose }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  return (
    <section className="companies" aria-label={t('switch.units')}>
      <h3>{t('switch.units')}</h3>
      <TextInput
        type="search"
        data-autofocus
        aria-label={t('companies.search')}
        placeholder={t('companies.search')}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Reading>
        <Units wanted={wanted} onChoose={onChoose} />
      </Reading>
    </section>
  );
}

function Units({ wanted, onChoose }: Props & { wanted: string }) {
  const { t } = useTranslation();
  const { data } = useRead(unitsQuery(wanted));
  if (data.units.length === 0) return <EmptyState />;
  return (
    <ul className="plain-list companies-list" aria-label={t('switch.units')}>
      {data.units.map((unit) => (
        <li key={unit.id}>
          <button type="button" className="companies-one" disabled={!open(unit)} onClick={() => onChoose(unit)}>
            <span className="companies-name">{unit.name}</span>
            <span className="muted small">
              {t(
                unit.role === 'billing'
                  ? 'switch.state.billing'
                  : open(unit)
                    ? unit.verify
                      ? 'switch.state.asks'
                      : 'switch.state.open'
                    : `switch.state.${unit.status}`,
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
