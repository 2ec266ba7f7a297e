"""The web table: people and bots play in the browser, by link or on one screen."""
