import { useState } from 'react';
import { formatList } from '../../../domain/format/number.ts';
import { useSetSearch } from '../../app/address/address.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

const put = { off: false };

/** Lists the required details that the user has not entered; can be postponed until the next visit. */
export function MissingDetails({ names }: { names: readonly string[] }) {
  const { t, language } = useTranslation();
  const change = useSetSearch();
  const [later, setLater] = useState(put.off);
  if (later) return null;
  return (
    <Notice
      tone="info"
      live={false}
      action={
        <>
          <Button size="s" onClick={() => change({ account: 'profile' })}>
            {t('customFields.mine.fill')}
          </Button>
          <Button
            size="s"
            kind="text"
            onClick={() => {
              put.off = true;
              setLater(true);
            }}
          >
            {t('customFields.mine.later')}
          </Button>
        </>
      }
    >
      {t('customFields.mine.missing', { count: names.length, names: formatList(language, names) })}
    </Notice>
  );
}
