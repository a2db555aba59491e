import { Checkbox, Popover, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CustomField } from '../../../domain/custom-fields/field.ts';
import { getLabel, optionLabel } from '../../../domain/custom-fields/field.ts';
import { type CustomFilter, getFilterKind, readFilters, writeFilters } from '../../../domain/custom-fields/filters.ts';
import { isDay, typedNumber } from '../../../domain/custom-fields/value.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import './custom-fields.css';

type Props = {
  fields: readonly CustomField[];
  own: Language;
  /** The list's `custom` parameter. */
  text: string | undefined;
  onChange: (text: string | undefined) => void;
};

/** Filters a list by a searchable custom field: first the field, then its value. Renders nothing without searchable fields. */
export function CustomFilterButton({ fields, own, text, onChange }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [turn, setTurn] = useState(0);
  const offered = fields.filter((field) => field.searchable);
  if (offered.length === 0) return null;
  const add = (filter: CustomFilter) => {
    const others = (text ? (readFilters(text) ?? []) : []).filter((each) => each.key !== filter.key);
    onChange(writeFilters([...others, filter]));
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          kind="text"
          size="s"
          icon={IconPlus}
          aria-expanded={opened}
          onClick={() => {
            setTurn((before) => before + 1);
            setOpened(!opened);
          }}
        >
          {t('customFields.filter.add')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('customFields.filter.add')}>
        <FilterForm key={turn} fields={offered} own={own} onAdd={add} />
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterForm({ fields, own, onAdd }: { fields: readonly CustomField[]; own: Language; onAdd: (filter: CustomFilter) => void }) {
  const { t, language } = useTranslation();
  const [key, setKey] = useState(fields.length === 1 ? (fields[0]?.key ?? null) : null);
  const [values, setValues] = useState<string[]>([]);
  const [[from, to], setEnds] = useState<[string, string]>(['', '']);
  const [wrong, setWrong] = useState(false);
  const field = fields.find((each) => each.key === key);
  const how = field && getFilterKind(field.type);
  const filter = (): CustomFilter | null => {
    if (!field || !how) return null;
    const name = field.key;
    if (how === 'any') return values.length > 0 ? { key: name, how, values } : null;
    if (how === 'begins') return from.trim() ? { key: name, how, text: from.trim() } : null;
    const read = (end: string) => (end.trim() === '' ? '' : how === 'days' ? (isDay(end) ? end : null) : typedNumber(end, language));
    const [low, high] = [read(from), read(to)];
    return low === null || high === null || (!low && !high) ? null : { key: name, how, from: low || null, to: high || null };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The surrounding list may be inside another form.
    event.stopPropagation();
    const made = filter();
    if (made) onAdd(made);
    else setWrong(true);
  };
  const error = wrong && t('customFields.filter.wrong');
  return (
    <form className="custom-filter" onSubmit={submit} noValidate>
      <Select
        label={t('customFields.filter.field')}
        data={fields.map((each) => ({ value: each.key, label: getLabel(each, language, own) }))}
        value={key}
        onChange={(next) => {
          setKey(next);
          setValues([]);
          setEnds(['', '']);
          setWrong(false);
        }}
        allowDeselect={false}
        searchable={fields.length > 8}
        error={wrong && !field && t('ui.form.required', { name: t('customFields.filter.field') })}
        comboboxProps={{ withinPortal: false }}
        data-autofocus
      />
      {field && how === 'any' && (
        <Checkbox.Group label={getLabel(field, language, own)} value={values} onChange={setValues} error={error}>
          <div className="custom-filter-options">
            {field.options.map((option) => (
              <Checkbox key={option.value} value={option.value} label={optionLabel(option, language, own)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {field && how === 'begins' && (
        <TextInput
          label={t('customFields.filter.beginsWith')}
          value={from}
          onChange={(event) => setEnds([event.currentTarget.value, ''])}
          maxLength={200}
          error={error}
          autoComplete="off"
        />
      )}
      {field && (how === 'days' || how === 'numbers') && (
        <div className="custom-range">
          <TextInput
            type={how === 'days' ? 'date' : 'text'}
            inputMode={how === 'numbers' ? 'decimal' : undefined}
            label={t('customFields.filter.least')}
            value={from}
            onChange={(event) => setEnds([event.currentTarget.value, to])}
            error={error}
          />
          <TextInput
            type={how === 'days' ? 'date' : 'text'}
            inputMode={how === 'numbers' ? 'decimal' : undefined}
            label={t('customFields.filter.most')}
            value={to}
            onChange={(event) => setEnds([from, event.currentTarget.value])}
            error={wrong ? true : undefined}
          />
        </div>
      )}
      <Button kind="primary" size="s" type="submit">
        {t('customFields.filter.apply')}
      </Button>
    </form>
  );
}
