import { ColorInput, NumberInput, Radio, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../domain/format/number.ts';
import { languages } from '../../../domain/session/languages.ts';
import { basicTheme, colorsProblem } from '../../../domain/tenants/basic-theme.ts';
import { maxNameLength, trialDays } from '../../../domain/tenants/limits.ts';
import { toRoom } from '../../../domain/tenants/room.ts';
import { contrast, isHexColor } from '../../../domain/themes/color.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { zonesQuery } from '../../app/data/queries.ts';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { CustomerFields } from '../customers/index.ts';
import { LimitFields, PayerField, SubdomainField } from '../tenants/index.ts';
import { AccountStep } from './AccountStep.tsx';
import type { RegistrationField, Step } from './draft.ts';
import { Review } from './Review.tsx';
import type { StepProps } from './step-props.ts';

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** The fields of one step. */
export function StepFields(props: StepProps) {
  const parts: Record<Step, () => ReactNode> = {
    data: () => <DataStep {...props} />,
    payer: () => <PayerStep {...props} />,
    limits: () => <LimitsStep {...props} />,
    subdomain: () => <AddressStep {...props} />,
    theme: () => <ThemeStep {...props} />,
    admin: () => <AdminStep {...props} />,
    account: () => <AccountStep draft={props.draft} set={props.set} tried={props.problems.account !== undefined} refused={props.refused} />,
    review: () => <Review {...props} />,
  };
  return <div className="registration-fields">{parts[props.step]()}</div>;
}

function useSaid({ problems, refused, choices }: StepProps) {
  const { t, language } = useTranslation();
  const room: Partial<Record<string, number | null>> = toRoom(choices.tree);
  return (field: RegistrationField, label: TextKey, wire: string = field): string | undefined => {
    const own = problems[field];
    if (own === 'too_much') return t('tenants.limit.tooMuch', { left: formatNumber(language, room[field] ?? 0) });
    if (own === 'required' && field in room) return t('tenants.limit.needed');
    if (own === 'required') return t('ui.form.required', { name: t(label) });
    return own ? t('ui.form.invalid', { name: t(label) }) : refused[wire];
  };
}

function DataStep(props: StepProps) {
  const { draft, set, kind, choices } = props;
  const { t } = useTranslation();
  const said = useSaid(props);
  // No suspense: the field offers the zones when they arrive.
  const zones = useQuery(zonesQuery());
  const known = zones.data?.map(({ id }) => id) ?? [draft.timezone];
  return (
    <>
      <TextInput
        data-autofocus
        label={t('tenants.field.name')}
        description={t(`registration.nameHelp.${kind}`)}
        inputWrapperOrder={order}
        value={draft.name}
        onChange={(event) => set('name', event.currentTarget.value)}
        error={said('name', 'tenants.field.name')}
        maxLength={maxNameLength}
        autoComplete="off"
      />
      <Select
        label={t('tenants.language')}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={draft.language || choices.language}
        onChange={(value) => set('language', languages.find((each) => each === value) ?? choices.language)}
        allowDeselect={false}
      />
      <Select
        label={t('tenants.zone')}
        data={known}
        value={draft.timezone}
        onChange={(value) => value && set('timezone', value)}
        searchable
        allowDeselect={false}
        limit={60}
        nothingFoundMessage={t('ui.empty.records')}
        error={said('timezone', 'tenants.zone')}
      />
      {kind === 'unit' && (
        <>
          <SwitchRow
            label={t('tenants.field.defaultDirectory')}
            text={
              choices.directoryHolder
                ? t('tenants.help.directoryMoves', { name: choices.directoryHolder })
                : t('tenants.help.defaultDirectory')
            }
            checked={draft.defaultDirectory}
            onChange={(on) => set('defaultDirectory', on)}
          />
          <SwitchRow
            label={t('tenants.field.restrictAccounts')}
            text={t('tenants.help.restrictAccounts')}
            checked={draft.restrictAccounts}
            onChange={(on) => set('restrictAccounts', on)}
          />
        </>
      )}
      <SwitchRow
        label={t('tenants.field.allowReports')}
        text={t('tenants.help.allowReports')}
        checked={draft.allowReports}
        onChange={(on) => set('allowReports', on)}
      />
      <SwitchRow
        label={t('tenants.field.lastUpdate')}
        text={t('tenants.help.lastUpdate')}
        checked={draft.lastUpdate}
        onChange={(on) => set('lastUpdate', on)}
      />
    </>
  );
}

function PayerStep(props: StepProps) {
  const { draft, set, kind, party } = props;
  const { t } = useTranslation();
  const said = useSaid(props);
  return (
    <>
      {kind === 'unit' && (
        <Radio.Group
          label={t('registration.payer.which')}
          value={draft.payer}
          onChange={(value) => set('payer', value === 'existing' || value === 'none' ? value : 'new')}
        >
          <div className="registration-choices">
            {(['new', 'existing', 'none'] as const).map((each) => (
              <Radio key={each} value={each} label={t(`registration.payer.${each}`)} description={t(`registration.payer.${each}Help`)} />
            ))}
          </div>
        </Radio.Group>
      )}
      {draft.payer === 'existing' && (
        <PayerField
          value={draft.payerId}
          known={draft.payerId ? { id: draft.payerId, name: draft.payerName } : null}
          onChange={(id, name) => {
            set('payerId', id);
            set('payerName', name ?? '');
          }}
          error={said('payerId', 'tenants.field.payerId')}
        />
      )}
      {draft.payer === 'new' && <CustomerFields form={party} />}
    </>
  );
}

function LimitsStep(props: StepProps) {
  const { draft, set, kind, choices } = props;
  const { t } = useTranslation();
  const said = useSaid(props);
  return (
    <>
      <LimitFields
        value={draft}
        onChange={(field, value) => set(field, value as never)} // because the pair was checked by LimitFields
        getError={(field) => said(field, `tenants.field.${field}`)}
        above={choices.tree}
        partner={kind === 'partner'}
      />
      {kind === 'unit' && (
        <>
          <SwitchRow
            label={t('registration.trial')}
            text={t('registration.trialHelp')}
            checked={draft.trial}
            onChange={(on) => set('trial', on)}
          />
          {draft.trial && (
            <NumberInput
              label={t('registration.trialDays')}
              description={t('registration.trialRange', trialDays)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={draft.trialDays}
              onChange={(value) => set('trialDays', value === '' ? Number.NaN : Number(value))}
              error={said('trialDays', 'registration.trialDays')}
              min={trialDays.least}
              max={trialDays.most}
              allowDecimal={false}
              clampBehavior="none"
              maw={200}
            />
          )}
          <SwitchRow
            label={t('registration.verify')}
            text={t('registration.verifyHelp')}
            checked={draft.verify}
            onChange={(on) => set('verify', on)}
          />
        </>
      )}
    </>
  );
}

function AddressStep(props: StepProps) {
  const { draft, set, choices } = props;
  const { t } = useTranslation();
  const said = useSaid(props);
  return (
    <>
      <SubdomainField
        value={draft.subdomain}
        onChange={(text) => set('subdomain', text)}
        productHost={choices.productHost}
        error={props.problems.subdomain === 'required' ? said('subdomain', 'tenants.field.subdomain') : props.refused.subdomain}
      />
      <TextInput
        label={
          <>
            {t('tenants.field.ownDomain')} <span className="muted">{t('ui.form.optional')}</span>
          </>
        }
        description={t('tenants.help.ownDomain')}
        inputWrapperOrder={order}
        value={draft.ownDomain}
        onChange={(event) => set('ownDomain', event.currentTarget.value)}
        error={said('ownDomain', 'tenants.field.ownDomain')}
        maxLength={253}
        placeholder="bi.empresa.com.br"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  );
}

function ThemeStep(props: StepProps) {
  const { draft, set, choices } = props;
  const { t } = useTranslation();
  const colors = { main: draft.main, text: draft.text };
  const wrong = draft.theme === 'colors' ? colorsProblem(colors) : null;
  const shown = isHexColor(colors.main) && isHexColor(colors.text) ? basicTheme('', colors) : null;
  const ratio = shown ? Math.floor(contrast(colors.text, colors.main) * 10) / 10 : 0;
  return (
    <>
      <Radio.Group
        label={t('registration.theme.which')}
        value={draft.theme}
        onChange={(value) => set('theme', value === 'own' || value === 'colors' ? value : 'default')}
      >
        <div className="registration-choices">
          {choices.hasTheme && <Radio value="own" label={t('registration.theme.own')} description={t('registration.theme.ownHelp')} />}
          <Radio value="default" label={t('registration.theme.default')} description={t('registration.theme.defaultHelp')} />
          <Radio value="colors" label={t('registration.theme.colors')} description={t('registration.theme.colorsHelp')} />
        </div>
      </Radio.Group>
      {draft.theme === 'colors' && (
        <>
          <div className="registration-pair">
            <ColorInput
              label={t('registration.theme.main')}
              value={draft.main}
              onChange={(value) => set('main', value)}
              format="hex"
              error={
                wrong === 'invalid'
                  ? t('ui.form.invalid', { name: t('registration.theme.main') })
                  : wrong
                    ? t('registration.theme.contrast', { ratio: wrong.ratio })
                    : props.refused['theme.main']
              }
              eyeDropperButtonProps={{ 'aria-label': t('registration.theme.dropper') }}
            />
            <ColorInput
              label={t('registration.theme.text')}
              value={draft.text}
              onChange={(value) => set('text', value)}
              format="hex"
              eyeDropperButtonProps={{ 'aria-label': t('registration.theme.dropper') }}
            />
          </div>
          {shown && (
            <div className="theme-sample" style={{ background: shown.background }} aria-hidden="true">
              <span className="theme-sample-button" style={{ background: shown.button, color: shown.buttonFont }}>
                {t('registration.theme.sample')}
              </span>
              <span className="theme-sample-item" style={{ background: shown.activeItem, color: shown.activeItemFont }}>
                {draft.name || t('registration.theme.item')}
              </span>
            </div>
          )}
          {shown && !wrong && <p className="small muted">{t('registration.theme.reads', { ratio })}</p>}
        </>
      )}
    </>
  );
}

function AdminStep(props: StepProps) {
  const { draft, set, choices } = props;
  const { t } = useTranslation();
  const said = useSaid(props);
  return (
    <>
      <TextInput
        data-autofocus
        label={t('registration.admin.name')}
        value={draft.adminName}
        onChange={(event) => set('adminName', event.currentTarget.value)}
        error={said('adminName', 'registration.admin.name', 'admin.name')}
        maxLength={maxNameLength}
        autoComplete="off"
      />
      <TextInput
        type="email"
        label={t('registration.admin.email')}
        description={t('registration.admin.emailHelp')}
        inputWrapperOrder={order}
        value={draft.adminEmail}
        onChange={(event) => set('adminEmail', event.currentTarget.value)}
        error={said('adminEmail', 'registration.admin.email', 'admin.email')}
        maxLength={254}
        autoComplete="off"
      />
      <div className="registration-pair">
        <TextInput
          type="tel"
          label={
            <>
              {t('registration.admin.phone')} <span className="muted">{t('ui.form.optional')}</span>
            </>
          }
          value={draft.adminPhone}
          onChange={(event) => set('adminPhone', event.currentTarget.value)}
          error={props.refused['admin.phone']}
          maxLength={40}
          autoComplete="off"
        />
        <Select
          label={t('tenants.language')}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={draft.adminLanguage || choices.language}
          onChange={(value) => set('adminLanguage', languages.find((each) => each === value) ?? choices.language)}
          allowDeselect={false}
        />
      </div>
    </>
  );
}
