import { resizeCharts, warmUp } from './charts.ts';
import { makeAnswer } from './protocol.ts';
import { makeReport } from './report.ts';
import { getLanguage } from './settings.ts';
import { texts } from './texts.ts';
import { connect, type Host, type Reply } from './transport.ts';
import { closeSlicers, drawSkeleton } from './view.ts';

const address = new URLSearchParams(location.search);
const language = getLanguage(address.get('language') ?? navigator.language);
document.documentElement.lang = language;
document.title = texts[language].loading;
drawSkeleton(texts[language]);

const host: Host = connect((asked): Reply => answer(asked));
const report = makeReport(host, address);
const answer = makeAnswer(report);
host.send(`/ready/${address.get('uid') ?? ''}`, {});

const quietMs = 40;
setTimeout(() => {
  if (!report.isStarted) warmUp();
}, quietMs);

let wasNarrow = window.innerWidth <= 600;
window.addEventListener('resize', () => {
  const isNarrow = window.innerWidth <= 600;
  if (isNarrow !== wasNarrow) report.redraw();
  wasNarrow = isNarrow;
});
window.addEventListener('beforeprint', resizeCharts);
window.addEventListener('afterprint', resizeCharts);
document.addEventListener('pointerdown', (event) => {
  if (event.target instanceof Element && !event.target.closest('details.slicer')) closeSlicers();
});
