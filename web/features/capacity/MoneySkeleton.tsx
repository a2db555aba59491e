import { useTranslation } from '../../i18n.ts';
import { Skeleton, Waiting } from '../../ui/Skeletons.tsx';
import { hasPrices } from './money.ts';
import type { Capacity } from './types.ts';

/** Width and height of each figure: the first is written larger. */
const [saved, spent, fullMonth] = [
  [143, 55],
  [95, 43],
  [110, 43],
] as const;

type Props = { rules: NonNullable<Capacity['rules']>; onRetry: () => void };

/** Takes the room of the money card while it is read, so that what stands below keeps its place. */
export function MoneySkeleton({ rules, onRetry }: Props) {
  const { t } = useTranslation();
  const isPriced = hasPrices(rules);
  return (
    <Waiting onRetry={onRetry}>
      <div className="card card-pad capacity-money">
        <div className="capacity-money-head">
          <div className="capacity-figures">
            {(isPriced ? [saved, spent, fullMonth] : [saved]).map(([width, height]) => (
              <Skeleton key={width} width={width} height={height} />
            ))}
          </div>
          <div className="capacity-money-aside">
            <Skeleton width={rules.budgetCents === null ? 60 : 189} height={26} />
          </div>
        </div>
        <div className="capacity-hours">
          <div className="capacity-bars">
            <Skeleton height="100%" />
          </div>
          <div className="capacity-labels" />
        </div>
        <p className="muted small">{t('capacity.money.legend')}</p>
        {!isPriced && <Skeleton height={28} />}
      </div>
    </Waiting>
  );
}
