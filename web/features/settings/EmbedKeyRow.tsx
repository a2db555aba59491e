import { useState } from 'react';
import type { EmbedKey } from '../../../domain/embedding/contract.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconKey } from '../../ui/icons.ts';

type Props = { item: EmbedKey /** Why no more keys can be created. */; full: string | null; onRotate: () => void; onRevoke: () => void };

export function EmbedKeyRow({ item, full, onRotate, onRevoke }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const [now] = useState(() => new Date());
  const when = (at: string) => formatWhen(language, new Date(at), now, zone);
  const { name, replacedAt, revokedAt } = item;
  // Two keys with the same name need distinct accessible names.
  const told = replacedAt ? `${name} (${t('embedding.keys.isReplaced')})` : name;
  const used = item.lastUsedAt ? t('embedding.keys.used', { when: when(item.lastUsedAt) }) : t('embedding.keys.unused');
  return (
    <li className="embed-key">
      <IconKey size={18} stroke={1.8} aria-hidden="true" />
      <div className="embed-key-words">
        <p>
          <b>{name}</b>{' '}
          {revokedAt ? <Badge>{t('embedding.keys.isRevoked')}</Badge> : replacedAt && <Badge>{t('embedding.keys.isReplaced')}</Badge>}
        </p>
        <p className="small muted mono embed-key-id">{item.id}</p>
        <p className="small muted">
          {t('embedding.keys.createdBy', { when: when(item.createdAt), who: item.createdBy ?? t('settings.history.somebody') })}
          {' · '}
          {used}
          {item.wakes === 'S' && ` · ${t('embedding.keys.mayWake')}`}
        </p>
        {replacedAt && !revokedAt && <p className="small muted">{t('embedding.keys.replaced', { when: when(replacedAt) })}</p>}
      </div>
      {!revokedAt && (
        <div className="embed-key-acts">
          {!replacedAt && (
            <Button size="s" kind="text" aria-label={t('embedding.keys.rotateOf', { name })} disabledReason={full} onClick={onRotate}>
              {t('embedding.keys.rotate')}
            </Button>
          )}
          <Button size="s" kind="text" aria-label={t('embedding.keys.revokeOf', { name: told })} onClick={onRevoke}>
            {t('embedding.keys.revoke')}
          </Button>
        </div>
      )}
    </li>
  );
}
