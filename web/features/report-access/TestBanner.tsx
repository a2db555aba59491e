import { formatList } from '../../../domain/format/number.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconUserSearch } from '../../ui/icons.ts';
import './report-access.css';

type Tested = {
  person: { name: string };
  identity: { username: string; roles: readonly string[] } | null;
  refused: string | null;
};

/** Names the user that the report below is tested as; `tested` is the server's response once it has arrived. */
export function TestBanner({ tested }: { tested: Tested | undefined }) {
  const { t, language } = useTranslation();
  const change = useSetSearch();
  const { as } = useSearchValues();
  if (!as) return null;
  const words = () => {
    if (!tested) return t('access.test.opening');
    const { name } = tested.person;
    if (tested.refused) return t('access.test.refused', { name });
    if (!tested.identity) return t('access.test.banner', { name });
    const { username, roles } = tested.identity;
    return roles.length > 0
      ? t('access.test.bannerRoles', { name, username, roles: formatList(language, [...roles]) })
      : t('access.test.bannerAs', { name, username });
  };
  return (
    <div className="test-banner" role="status">
      <IconUserSearch size={18} stroke={1.8} aria-hidden="true" />
      <p>{words()}</p>
      <Button size="s" onClick={() => change({ as: undefined })}>
        {t('access.test.end')}
      </Button>
    </div>
  );
}
