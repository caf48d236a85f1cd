"""What a person sees and presses: the card table on a whole terminal screen."""
