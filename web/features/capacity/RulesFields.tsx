import { NumberInput, Select } from '@mantine/core';
import type { RuleFlag } from '../../../domain/capacity/fields.ts';
import { capacityLimits } from '../../../domain/capacity/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import type { Capacity } from './types.ts';
import type { Draft, RuleField, RulesForm } from './use-rules-form.ts';

const currencies = ['BRL', 'EUR', 'USD', 'GBP'] as const;
const aboveDrawer = { zIndex: 320 };
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

type Props = {
  form: RulesForm;
  capacity: Capacity;
  problemAt: (field: 'prices' | 'baseSize' | 'budgetCents' | 'idleMinutes') => string | undefined;
};

/** Everything that decides about a capacity, and what it costs. */
export function RulesFields({ form, capacity, problemAt }: Props) {
  const { t, language } = useTranslation();
  const { draft } = form;
  const numbers = { decimalSeparator: language === 'en-US' ? '.' : ',', decimalScale: 2, min: 0, hideControls: true, allowNegative: false };
  const row = (field: RuleFlag, disabledReason: string | null = null) => (
    <SwitchRow
      label={t(`capacity.rules.${field}`)}
      text={t(`capacity.form.${field}`)}
      checked={draft[field] === 'S'}
      disabledReason={disabledReason}
      onChange={(checked) => form.change({ [field]: checked ? 'S' : 'N' })}
    />
  );
  const reserve = (checked: boolean) =>
    form.change({ paidByReservation: checked ? 'S' : 'N', ...(checked && { autoPause: 'N' as const }) });
  const getError = (field: RuleField) => form.getError(field);
  const isReserved = draft.paidByReservation === 'S';
  return (
    <>
      {row('followShifts')}
      {row('autoPause', isReserved ? t('capacity_reserved') : null)}
      <NumberInput
        label={t('capacity.rules.idleMinutes')}
        description={`${t('capacity.form.idleRange', capacityLimits.idleMinutes)} ${t('capacity.form.idleMinutes')}`}
        inputWrapperOrder={order}
        value={draft.idleMinutes}
        min={capacityLimits.idleMinutes.least}
        max={capacityLimits.idleMinutes.most}
        clampBehavior="none"
        allowDecimal={false}
        onChange={(value) => form.set('idleMinutes', typeof value === 'number' ? value : '')}
        error={getError('idleMinutes') ?? problemAt('idleMinutes')}
      />
      {row('forceStop')}
      {row('wakeOutside')}
      <Select
        label={t('capacity.rules.wakeBy')}
        description={t('capacity.form.wakeBy')}
        inputWrapperOrder={order}
        data={[
          { value: 'everyone', label: t('capacity.rules.wakeEveryone') },
          { value: 'flagged', label: t('capacity.rules.wakeFlagged') },
        ]}
        value={draft.wakeBy}
        onChange={(value) => form.set('wakeBy', value === 'flagged' ? 'flagged' : 'everyone')}
        allowDeselect={false}
        comboboxProps={aboveDrawer}
        withScrollArea={false}
      />
      {row('wakeForRefreshes')}
      <h3 className="capacity-form-part">{t('capacity.form.costs')}</h3>
      <SwitchRow
        label={t('capacity.rules.paidByReservation')}
        text={t('capacity.form.paidByReservation')}
        checked={isReserved}
        onChange={reserve}
      />
      <div className="fields">
        <Select
          label={t('capacity.rules.baseSize')}
          description={t('capacity.form.baseSize')}
          inputWrapperOrder={order}
          data={[...new Set([...capacity.sizes, draft.baseSize])]}
          value={draft.baseSize}
          onChange={(value) => form.set('baseSize', value ?? draft.baseSize)}
          error={problemAt('baseSize')}
          allowDeselect={false}
          comboboxProps={aboveDrawer}
        />
        <Select
          label={t('capacity.form.currency')}
          data={[...currencies]}
          value={draft.currency}
          onChange={(value) => form.set('currency', currencies.find((one) => one === value) ?? draft.currency)}
          allowDeselect={false}
          comboboxProps={aboveDrawer}
          withScrollArea={false}
        />
      </div>
      <Prices form={form} capacity={capacity} numbers={numbers} error={problemAt('prices')} />
      <NumberInput
        label={
          <>
            {t('capacity.rules.budget')} <span className="muted">{t('ui.form.optional')}</span>
          </>
        }
        description={t('capacity.form.budget')}
        inputWrapperOrder={order}
        {...numbers}
        value={draft.budget}
        onChange={(value) => form.set('budget', value)}
        error={getError('budget') ?? problemAt('budgetCents')}
      />
      {row('budgetStop')}
    </>
  );
}

type PriceProps = Pick<Props, 'form' | 'capacity'> & { numbers: object; error: string | undefined };

/** Prices of an hour: the sizes in use first, all others on request. */
function Prices({ form, capacity, numbers, error }: PriceProps) {
  const { t } = useTranslation();
  const { draft } = form;
  const [used] = [
    new Set([draft.baseSize, capacity.size, ...Object.keys(form.base.prices)].filter((size): size is string => Boolean(size))),
  ];
  const others = capacity.sizes.filter((size) => !used.has(size));
  const field = (size: string) => (
    <NumberInput
      key={size}
      label={t('capacity.form.price', { size })}
      {...numbers}
      value={draft.prices[size] ?? ''}
      onChange={(value) => form.set('prices', withPrice(draft, size, value))}
    />
  );
  return (
    <div className="capacity-prices">
      <p className="small muted">{t('capacity.form.prices')}</p>
      <div className="fields">{[...used].map(field)}</div>
      {others.length > 0 && (
        <details>
          <summary className="small">{t('capacity.form.otherSizes')}</summary>
          <div className="fields">{others.map(field)}</div>
        </details>
      )}
      {error && <Notice tone="err">{error}</Notice>}
    </div>
  );
}

function withPrice({ prices }: Draft, size: string, value: number | string): Draft['prices'] {
  const { [size]: _, ...others } = prices;
  return value === '' ? others : { ...others, [size]: value };
}
