// A log that goes to a full disk, a pipe that nobody reads any more: what cannot be written is lost, and ends nothing. Both streams
// can be written to again afterwards.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
