const minute = 60;
const hour = 60 * minute;

/** A waiting time in words, rounded up: "45 segundos", "3 minutos", "2 horas". */
export function waitWords(seconds: number, language: string): string {
  const [amount, unit] = seconds < minute ? [seconds, 'second'] : seconds < hour ? [seconds / minute, 'minute'] : [seconds / hour, 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.max(1, Math.ceil(amount)));
}
