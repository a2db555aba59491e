import { NumberInput } from '@mantine/core';
import { formatNumber } from '../../../domain/format/number.ts';
import type { Tree } from '../../../domain/tenants/contract.ts';
import { limitNames, maxOfLimit, type UnitLimit } from '../../../domain/tenants/fields.ts';
import { toRoom } from '../../../domain/tenants/room.ts';
import { useTranslation } from '../../i18n.ts';

type Limits = { userLimit: number | null; bonusUsers: number; domainLimit: number | null; reportLimit: number | null };
type Field = UnitLimit;
type Props = {
  value: Limits;
  onChange: <F extends Field>(field: F, value: Limits[F]) => void;
  getError: (field: Field) => string | undefined;
  /** Current use, where known. */
  used?: { users: number; domains: number; reports: number };
  /** The giving layer's own limits; null where it has none. */
  above: Tree | null;
  /** The maximum left to the giving layer by the platform, per field. */
  most?: Partial<Record<Field, number | undefined>>;
  partner: boolean;
};
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/**
 * The limits set by the layer above, each with what the contract still allows. Empty means unlimited only where the giving layer has no
 * limit.
 */
export function LimitFields({ value, onChange, getError, used, above, most, partner }: Props) {
  const { t, language } = useTranslation();
  const rest: Partial<Record<Field, number | null>> = above ? toRoom(above) : {};
  const usedByField: Record<Field, number | undefined> = {
    userLimit: used?.users,
    domainLimit: used?.domains,
    reportLimit: used?.reports,
    bonusUsers: undefined,
  };
  const help = (field: Field): string => {
    const [inUse, limit, left] = [usedByField[field], value[field], rest[field] ?? null];
    const words = [
      t(partner && field !== 'bonusUsers' ? `tenants.help.tree.${field}` : `tenants.help.${field}`),
      inUse !== undefined && t('tenants.limit.used', { count: inUse, shown: formatNumber(language, inUse) }),
      most?.[field] !== undefined && t('tenants.limit.byPlatform', { most: formatNumber(language, most[field]) }),
      left !== null && t('tenants.limit.left', { left: formatNumber(language, left) }),
      inUse !== undefined && limit !== null && limit < inUse && t('tenants.limit.below'),
    ];
    return words.filter(Boolean).join(' ');
  };
  return (
    <>
      {limitNames.map((field) => (
        <NumberInput
          key={field}
          label={t(`tenants.field.${field}`)}
          description={help(field)}
          inputWrapperOrder={order}
          value={value[field] ?? ''}
          onChange={(next) => {
            const number = next === '' ? null : Number(next);
            if (field === 'bonusUsers') onChange(field, number ?? 0);
            else onChange(field, number);
          }}
          error={getError(field)}
          placeholder={field === 'bonusUsers' || (rest[field] ?? null) !== null ? undefined : t('tenants.limit.none')}
          min={0}
          max={maxOfLimit[field]}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          maw={420}
        />
      ))}
    </>
  );
}
