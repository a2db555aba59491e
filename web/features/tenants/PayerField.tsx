import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showDocument } from '../../../domain/customers/document.ts';
import { useTranslation } from '../../i18n.ts';
import { customersQuery } from '../customers/index.ts';

type Props = {
  value: string | null;
  known: { id: string; name: string } | null;
  onChange: (id: string | null, name: string | null) => void;
  error?: string | undefined;
};
const shown = 50;

/** Chooses the paying client among this tenant's clients, by name, CNPJ or CPF, or customer code. */
export function PayerField({ value, known, onChange, error }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 250);
  const [chosen, setChosen] = useState(known);
  // No suspense: suggestions for what is typed.
  const { data } = useQuery({
    ...customersQuery({ size: shown, view: 'A', ...(asked && asked !== chosen?.name ? { search: asked } : {}) }),
    placeholderData: keepPreviousData,
  });
  const options = (data?.items ?? []).map((party) => ({
    value: party.id,
    label: party.fantasyName,
    document: party.document ? showDocument(party.document) : '',
  }));
  const mine = chosen ?? known;
  if (mine && value === mine.id && !options.some((option) => option.value === mine.id))
    options.unshift({ value: mine.id, label: mine.name, document: '' });
  return (
    <Select
      label={t('tenants.field.payerId')}
      description={t('tenants.help.payerId')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={options}
      filter={({ options: all }) => all}
      value={value}
      onChange={(id) => {
        const option = options.find((each) => each.value === id);
        setChosen(option ? { id: option.value, name: option.label } : null);
        onChange(id, option?.label ?? null);
      }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('tenants.payer.clear') }}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={t('tenants.payer.none')}
      placeholder={t('tenants.payer.placeholder')}
      error={error}
      maw={520}
    />
  );
}
