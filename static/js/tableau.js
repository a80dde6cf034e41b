// The table of the acts of one view.
