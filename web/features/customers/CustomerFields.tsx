import { Select, TagsInput, TextInput } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { brazilianStates, countries, showPostalCode } from '../../../domain/customers/countries.ts';
import { getPerson, showDocument } from '../../../domain/customers/document.ts';
import type { CustomerField } from '../../../domain/customers/fields.ts';
import { maxInvoiceEmails } from '../../../domain/customers/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import type { CustomerFormState } from './use-customer-form.ts';
import './customers.css';

type Text = Exclude<CustomerField, 'invoiceEmails' | 'person'>;
type Form = Pick<CustomerFormState, 'draft' | 'set' | 'getError'>;
type Props = { form: Form };
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** The fields of a paying client (point 3); the tax number itself determines whether it is a company's or a person's. */
export function CustomerFields({ form }: Props) {
  const { t, language } = useTranslation();
  const { draft, set } = form;
  const isBrazilian = draft.country === 'BR';
  const names = useMemo(() => {
    const spelled = new Intl.DisplayNames(language, { type: 'region' });
    return countries
      .map((code) => ({ value: code, label: spelled.of(code) ?? code }))
      .sort((a, b) => a.label.localeCompare(b.label, language));
  }, [language]);
  const label = (field: CustomerField, optional: boolean) => (
    <>
      {t(`parties.field.${field}`)} {optional && <span className="muted">{t('ui.form.optional')}</span>}
    </>
  );
  const text = (field: Text, { optional = true, help, onBlur, ...more }: FieldOptions = {}) => (
    <TextInput
      label={label(field, optional)}
      description={help}
      inputWrapperOrder={order}
      value={draft[field]}
      onChange={(event) => set(field, event.currentTarget.value)}
      onBlur={onBlur}
      error={form.getError(field)}
      autoComplete="off"
      {...more}
    />
  );
  const chooseDocument = (typed: string) => {
    set('document', typed);
    const person = isBrazilian ? getPerson(typed) : null;
    if (person) set('person', person);
  };
  const controls: Record<CustomerField, ReactNode> = {
    fantasyName: text('fantasyName', { optional: false, help: t('parties.help.fantasyName'), 'data-autofocus': true }),
    legalName: text('legalName'),
    document: (
      <TextInput
        label={label('document', !isBrazilian)}
        description={isBrazilian ? t('parties.help.document') : undefined}
        inputWrapperOrder={order}
        value={draft.document}
        onChange={(event) => chooseDocument(event.currentTarget.value)}
        onBlur={() =>
          isBrazilian && getPerson(draft.document) && set('document', showDocument(draft.document.replace(/[\s./-]+/g, '').toUpperCase()))
        }
        error={form.getError('document')}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
      />
    ),
    stateRegistration: text('stateRegistration', { maxLength: 20, help: isBrazilian ? t('parties.help.stateRegistration') : undefined }),
    person: (
      <div>
        <p className="party-label">{t('parties.field.person')}</p>
        {isBrazilian && getPerson(draft.document) ? (
          <p className="small">{t(`parties.person.${getPerson(draft.document) ?? 'legal'}`)}</p>
        ) : (
          <Segmented
            label={t('parties.field.person')}
            segments={(['legal', 'physical'] as const).map((value) => ({ value, label: t(`parties.person.${value}`) }))}
            value={draft.person}
            onChange={(value) => set('person', value)}
          />
        )}
      </div>
    ),
    contactName: text('contactName'),
    commercialPhone: text('commercialPhone', { type: 'tel', maxLength: 40 }),
    businessEmail: text('businessEmail', { type: 'email' }),
    invoiceEmails: (
      <TagsInput
        label={label('invoiceEmails', true)}
        description={t('parties.help.invoiceEmails')}
        inputWrapperOrder={order}
        value={[...draft.invoiceEmails]}
        onChange={(value) => set('invoiceEmails', value)}
        error={form.getError('invoiceEmails')}
        maxTags={maxInvoiceEmails}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        comboboxProps={{ withinPortal: true, zIndex: 330 }}
      />
    ),
    country: (
      <Select
        label={t('parties.field.country')}
        data={names}
        value={draft.country}
        onChange={(value) => value && set('country', value)}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('ui.empty.records')}
        error={form.getError('country')}
        comboboxProps={{ withinPortal: true, zIndex: 330 }}
      />
    ),
    postalCode: text('postalCode', {
      maxLength: 14,
      onBlur: () => set('postalCode', showPostalCode(draft.postalCode.replace(/[\s.-]+/g, isBrazilian ? '' : '$&'), draft.country)),
    }),
    street: text('street'),
    number: text('number'),
    complement: text('complement'),
    neighborhood: text('neighborhood'),
    city: text('city'),
    state: isBrazilian ? (
      <Select
        label={label('state', true)}
        data={brazilianStates}
        value={draft.state || null}
        onChange={(value) => set('state', value ?? '')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('parties.clearState') }}
        error={form.getError('state')}
        comboboxProps={{ withinPortal: true, zIndex: 330 }}
      />
    ) : (
      text('state')
    ),
    seller: text('seller'),
    customerCode: text('customerCode', { help: t('parties.help.customerCode') }),
  };
  return (
    <>
      {controls.fantasyName}
      {controls.legalName}
      <div className="party-pair">
        {controls.document}
        {controls.stateRegistration}
      </div>
      {controls.person}
      <h3 className="party-part">{t('parties.part.contact')}</h3>
      <div className="party-pair">
        {controls.contactName}
        {controls.commercialPhone}
      </div>
      {controls.businessEmail}
      {controls.invoiceEmails}
      <h3 className="party-part">{t('parties.part.address')}</h3>
      {controls.country}
      <div className="party-pair party-short-first">
        {controls.postalCode}
        {controls.street}
      </div>
      <div className="party-pair">
        {controls.number}
        {controls.complement}
      </div>
      <div className="party-pair">
        {controls.neighborhood}
        {controls.city}
      </div>
      {controls.state}
      <h3 className="party-part">{t('parties.part.sale')}</h3>
      <div className="party-pair">
        {controls.seller}
        {controls.customerCode}
      </div>
    </>
  );
}

type FieldOptions = {
  optional?: boolean;
  help?: string | undefined;
  onBlur?: () => void;
  type?: string;
  maxLength?: number;
  'data-autofocus'?: boolean;
};
