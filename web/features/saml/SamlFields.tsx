import { TagsInput, TextInput } from '@mantine/core';
import { isOn, toFlag } from '../../../domain/contract/flag.ts';
import { mappedFields } from '../../../domain/saml/attributes.ts';
import { useTranslation } from '../../i18n.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { Certificates } from './Certificates.tsx';
import { Metadata } from './Metadata.tsx';
import type { OneSaml } from './queries.ts';
import { Rules } from './Rules.tsx';
import type { SamlForm } from './use-saml-form.ts';

type Props = {
  form: SamlForm /** Users may be created at their first sign-in: in business units only. */;
  joins: boolean;
  app: OneSaml | undefined;
};
const switches = ['idpInitiated', 'signRequests', 'singleLogout'] as const;

/** All settings of a provider. */
export function SamlFields({ form, joins, app }: Props) {
  const { t } = useTranslation();
  const { draft } = form;
  const text = (field: 'name' | 'issuer' | 'signInUrl' | 'signOutUrl' | 'signOutResponseUrl', isOptional = false) => (
    <TextInput
      label={
        <>
          {t(`saml.field.${field}`)} {isOptional && <span className="muted">{t('ui.form.optional')}</span>}
        </>
      }
      value={draft[field]}
      onChange={(event) => form.change({ [field]: event.currentTarget.value })}
      error={form.getError(field)}
      autoComplete="off"
      spellCheck={false}
      data-autofocus={field === 'name' || undefined}
    />
  );
  const flags = (names: readonly ('jit' | 'sync' | 'idpInitiated' | 'signRequests' | 'singleLogout')[]) =>
    names.map((name) => (
      <SwitchRow
        key={name}
        label={t(`saml.${name}`)}
        text={t(`saml.${name}.text`)}
        checked={isOn(draft[name])}
        onChange={(on) => form.change({ [name]: toFlag(on) })}
      />
    ));
  return (
    <div className="saml-fields">
      {text('name')}
      <Metadata form={form} />
      {text('issuer')}
      {text('signInUrl')}
      {text('signOutUrl', true)}
      {text('signOutResponseUrl', true)}
      <Certificates form={form} />
      <TagsInput
        className="saml-domains"
        label={t('saml.field.domains')}
        description={t('saml.help.domains')}
        value={draft.domains}
        onChange={(domains) => form.change({ domains })}
        error={form.getError('domains')}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        comboboxProps={{ withinPortal: true, zIndex: 330 }}
      />
      <h3 className="saml-part">{t('saml.part.people')}</h3>
      {flags(joins ? ['jit', 'sync'] : ['sync'])}
      <h3 className="saml-part">{t('saml.part.map')}</h3>
      <p className="small muted">{t('saml.map.text')}</p>
      <div className="saml-pairs">
        {mappedFields.map((field) => (
          <TextInput
            key={field}
            label={t(`saml.map.${field}`)}
            placeholder={field === 'subject' ? t('saml.map.nameId') : undefined}
            value={draft.map[field] ?? ''}
            onChange={(event) => form.change({ map: { ...draft.map, [field]: event.currentTarget.value } })}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </div>
      <h3 className="saml-part">{t('saml.part.rules')}</h3>
      <p className="small muted">{t('saml.rules.text')}</p>
      <Rules form={form} app={app} />
      <h3 className="saml-part">{t('saml.part.more')}</h3>
      {flags(switches)}
    </div>
  );
}
