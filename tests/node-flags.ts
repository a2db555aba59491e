/**
 * The test runner's processes collect garbage rarely: they end before their memory matters, and marking a heap that has grown through many
 * files was a tenth of what the parts that wait computed. Half a gigabyte each, so that a dozen at once fit into a small machine.
 */
export const nodeFlags = ['--initial-old-space-size=512', '--no-memory-reducer'];
