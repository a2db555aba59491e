import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../../domain/format/date.ts';
import type { CallOutput } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { UiLink } from '../../ui/UiLink.tsx';
import { PartList } from './PartList.tsx';
import { type Given, givenQuery, reportsToGiveQuery } from './queries.ts';
import { useGiven } from './use-given.ts';
import { reportWords } from './words.ts';

const settleMs = 200;
const aboveDrawer = 320;
type Choice = { key: string; label: string; detail: string };

/** The reports the group gives access to: a switch each, with the members it reaches. */
export function GivenReports({ id, name }: { id: string; name: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const given = useGiven(id, name);
  const pathLabel = (row: Given) => [row.group, row.subgroup].filter(Boolean).join(' › ');
  const getFacts = (row: Given) => [
    ...(pathLabel(row) ? [pathLabel(row)] : []),
    ...(row.validUntil
      ? [t('userGroups.reports.until', { day: formatDate(language, new Date(Date.parse(row.validUntil) - 1), zone) })]
      : []),
    ...(row.filters > 0 ? [t('userGroups.reports.filters', { count: row.filters })] : []),
    reportWords(row, t),
  ];
  return (
    <>
      <GiveReports id={id} given={given} />
      <PartList
        label={t('userGroups.tab.reports')}
        toQuery={(part) => givenQuery({ id, ...part })}
        empty={t('userGroups.reports.none')}
        above={({ places }) => places.length > 0 && <Places places={places} onGive={(place) => void given.give({ places: [place] })} />}
      >
        {(row) => (
          <li key={row.id}>
            <SwitchRow
              label={row.title}
              text={getFacts(row).join(' · ')}
              checked={!given.leaving.has(row.id)}
              onChange={() => void given.take(row)}
            />
            <UiLink href={`/${row.reportId}/management/view?tab=access`} className="small user-group-more">
              {t('userGroups.reports.open')}
            </UiLink>
            <UiLink href={`/${row.reportId}/management/view?tab=access&part=people`} className="small user-group-more">
              {t('access.why.ofReport')}
            </UiLink>
          </li>
        )}
      </PartList>
    </>
  );
}

type PlacesProps = { places: CallOutput<'GET /api/auth/user-groups/{id}/reports'>['places']; onGive: (place: string) => void };

/** Groups and sub-groups of which some reports are given. */
function Places({ places, onGive }: PlacesProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('userGroups.places')}>
      <h3 className="small muted">{t('userGroups.places')}</h3>
      <ul className="plain-list small">
        {places.map((place) => (
          <li key={place.id} className="user-group-place">
            <span>{[place.group, place.name].filter(Boolean).join(' › ')}</span>
            <span className="push muted num">{t('userGroups.places.of', { count: place.of, given: place.given })}</span>
            {place.given < place.of && (
              <Button kind="text" size="s" onClick={() => onGive(place.id)}>
                {t('userGroups.places.rest')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Chooses reports, or whole groups and sub-groups, by the beginnings of their words. */
function GiveReports({ id, given: { give, busy } }: { id: string; given: ReturnType<typeof useGiven> }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  // No suspense: suggestions for what is typed; the field itself says that they load.
  const { data, error } = useQuery(reportsToGiveQuery(id, wanted));
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const offered: Choice[] = [
    ...(data?.places ?? []).map((place) => ({
      key: `p:${place.id}`,
      label: [place.group, place.name].filter(Boolean).join(' › '),
      detail: t('userGroups.give.whole', { count: place.reports }),
    })),
    ...(data?.reports ?? []).map((report) => ({ key: `r:${report.id}`, label: report.title, detail: report.place ?? '' })),
  ];
  const known = new Map([...chosen, ...offered].map((choice) => [choice.key, choice]));
  const getIds = (kind: 'p' | 'r') => chosen.filter(({ key }) => key.startsWith(`${kind}:`)).map(({ key }) => key.slice(2));
  const submit = async () => {
    if (await give({ reports: getIds('r'), places: getIds('p') })) setChosen([]);
  };
  return (
    <section className="user-group-add" aria-label={t('userGroups.give.title')}>
      <MultiSelect
        label={t('userGroups.give.title')}
        description={t('userGroups.give.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={chosen.length === 0 ? t('userGroups.give.placeholder') : undefined}
        data={[...known.values()].map(({ key, label }) => ({ value: key, label }))}
        value={chosen.map(({ key }) => key)}
        onChange={(keys) => {
          setChosen(keys.flatMap((key) => known.get(key) ?? []));
          setSearch('');
        }}
        searchable
        openOnFocus={false}
        searchValue={search}
        onSearchChange={setSearch}
        filter={({ options }) => options.filter((option) => 'value' in option && offered.some(({ key }) => key === option.value))}
        renderOption={({ option }) => (
          <span className="user-group-option">
            <span>{known.get(option.value)?.label}</span>
            <span className="muted tiny">{known.get(option.value)?.detail}</span>
          </span>
        )}
        hidePickedOptions
        nothingFoundMessage={error ? t('userGroups.add.failed') : data ? t('userGroups.give.none') : t('ui.loading')}
        comboboxProps={{ zIndex: aboveDrawer }}
        withScrollArea={false}
      />
      <Button
        kind="primary"
        loading={busy}
        disabledReason={chosen.length === 0 ? t('userGroups.give.missing') : null}
        onClick={() => void submit()}
      >
        {t('userGroups.give.submit')}
      </Button>
    </section>
  );
}
