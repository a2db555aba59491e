import { formatNumber } from '../../../domain/format/number.ts';
import type { GroupCounts } from '../../../domain/report-groups/contract.ts';
import { useTranslation } from '../../i18n.ts';
import { Chip } from '../../ui/Chip.tsx';
import { type View, views } from './kind.ts';

type Props = { view: View | null; counts: GroupCounts | undefined; getHref: (view: View) => string };

/** The views of the list with their counts; the current one is in the address. */
export function ViewChips({ view, counts, getHref }: Props) {
  const { t, language } = useTranslation();
  return (
    <>
      {views.map((each) => (
        <Chip key={each} href={getHref(each)} on={each === view} count={counts && formatNumber(language, counts[each])}>
          {t(`groups.view.${each}`)}
        </Chip>
      ))}
    </>
  );
}
