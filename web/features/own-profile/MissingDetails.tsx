import { useState } from 'react';
import { useSetSearch } from '../../app/address.ts';
import { useTranslation } from '../../app/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

const put = { off: false };

/** Reminds a person of required details of his own; it can wait until the next visit. */
export function MissingDetails({ count }: { count: number }) {
  const { t } = useTranslation();
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
      {t('customFields.mine.missing', { count })}
    </Notice>
  );
}
