import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGo } from '../../../app/address/address.ts';
import { call } from '../../../app/data/api.ts';
import { useTranslation } from '../../../i18n.ts';
import { whyAddress } from '../../report-access/index.ts';

const settleMs = 200;
const most = 25;

/** Any report of the tenant, including hidden ones and those without access: links to why the user does or does not see it. */
export function ExplainReport({ person }: { person: string }) {
  const { t } = useTranslation();
  const go = useGo();
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [wanted] = useDebouncedValue(typed.trim(), settleMs);
  // No suspense: suggestions for what is typed.
  const { data, error } = useQuery({
    queryKey: ['management', 'to-explain', wanted],
    queryFn: ({ signal }) => call('GET /api/auth/management/reports', { size: most, ...(wanted ? { search: wanted } : {}) }, { signal }),
    enabled: opened,
    placeholderData: (before) => before,
  });
  const reports = data?.items ?? [];
  return (
    <Select
      label={t('access.why.report')}
      description={t('access.why.report.help')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('access.why.report.placeholder')}
      data={reports.map(({ id, title }) => ({ value: id, label: title }))}
      value={null}
      onChange={(report) => report && go(whyAddress(report, person))}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      // The server has filtered already.
      filter={({ options }) => options}
      nothingFoundMessage={error ? t('access.why.report.failed') : data ? t('access.why.report.none') : t('ui.loading')}
      withScrollArea={false}
      classNames={{ options: 'group-options' }}
    />
  );
}
