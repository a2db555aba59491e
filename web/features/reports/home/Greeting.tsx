import { useEffect } from 'react';
import { formatLongDay, wallClock } from '../../../../domain/format/date.ts';
import { useWho } from '../../../app/session/session.ts';
import { store } from '../../../app/session/storage.ts';
import { useTranslation } from '../../../i18n.ts';
import { Ridges } from '../../../ui/Ridges.tsx';
import { useTheme } from '../../../ui/UiProvider.tsx';
import { useClock } from '../use-clock.ts';
import { capitalised, countInWords, firstName, getNews, partOfDay } from './greeting.ts';

type Counts = Parameters<typeof getNews>[0];
const greetings = { morning: 'reports.home.morning', afternoon: 'reports.home.afternoon', evening: 'reports.home.evening' } as const;

/** The greeting in the tenant's time zone, and one piece of news; rendered before the counts have loaded. */
export function Greeting({ counts }: { counts: Counts | undefined }) {
  const { t } = useTranslation();
  const { language, zone, now } = useClock();
  const { loginBackground, sun } = useTheme();
  const name = firstName(useWho()?.user.name ?? '');
  const news = counts && getNews(counts);
  const greetingAt = (hour: number) => t(greetings[partOfDay(hour)], { name });
  const hours = Array.from({ length: 24 }, (_, hour) => greetingAt(hour)).join('\n');
  // Kept for the next start in this browser, until the user signs out.
  useEffect(() => void store.mergeConfig({ greeting: { zone, hours: hours.split('\n') } }), [zone, hours]);
  const words = (count: number) => capitalised(countInWords(count, t('reports.home.words')));
  return (
    <section className="greeting">
      <div className="greeting-land">
        <Ridges seed="dawn11" base={loginBackground} width={1132} height={188} layers={6} horizon={0.6} sun={sun} sunX={0.76} />
      </div>
      <div className="greeting-words">
        <h1 id="page-title" tabIndex={-1}>
          {greetingAt(wallClock(now, zone).hours)}
        </h1>
        <p>
          <span className="greeting-day">{capitalised(formatLongDay(language, now, zone))}. </span>
          {news?.key === 'none' && t('reports.home.none')}
          {news && news.key !== 'none' && t(`reports.home.${news.key}`, { count: news.count, number: words(news.count) })}
        </p>
      </div>
    </section>
  );
}
